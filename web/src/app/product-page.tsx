import { InstructionLinks } from '../features/instructions/instructions.tsx'
import { ProductPage } from '../features/products/product-page.tsx'

/** A set with the instructions for it, which it knows nothing of by itself. */
export const OneProductPage = () => <ProductPage Instructions={InstructionLinks} />

import { InstructionLinks } from '../../features/instructions/instructions.tsx'
import { ProductPage } from '../../features/products/product-page.tsx'

/** A product with its instructions, which its own feature does not import. */
export const OneProductPage = () => <ProductPage Instructions={InstructionLinks} />

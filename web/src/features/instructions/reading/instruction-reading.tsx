import type { Instruction } from '@artel/contract/instructions/instructions'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAddress } from '../../../api/list/address.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { ProductName } from '../../products/products.tsx'
import { PersonLink } from '../../users/users.tsx'
import classes from './instruction-reading.module.css'
import { InstructionText } from './instruction-text.tsx'
import { ReaderList } from './reader-list.tsx'
import { ReadingBar } from './reading-bar.tsx'
import { RevisionList } from './revision-list.tsx'

/** The text of an instruction, and a panel with its products and readers. */
export function InstructionReading({ instruction }: { instruction: Instruction }) {
  // The task from whose page the reader came.
  const { task } = useAddress()
  const isOfTask = Number.isSafeInteger(task) && Number(task) > 0
  return (
    <div className={classes.columns}>
      <div className={classes.work}>
        <div className={classes.text}>
          <InstructionText instruction={instruction} />
        </div>
        <ReadingBar instruction={instruction}>
          {isOfTask && <ToTask id={String(task)} isMain={!instruction.can.read} />}
        </ReadingBar>
      </div>
      <Panel instruction={instruction} />
    </div>
  )
}

function ToTask({ id, isMain }: { id: string; isMain: boolean }) {
  const t = useTranslations('instructions')
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      leftSection={<IconArrowLeft size={16} stroke={1.8} />}
      renderRoot={(props) => <Link to="/task/$id" params={{ id }} {...props} />}
    >
      {t('toTask')}
    </Button>
  )
}

function Panel({ instruction }: { instruction: Instruction }) {
  const t = useTranslations('instructions')
  const { category, revision, updated_at, updated_by, is_published, can } = instruction
  const showRevisions = () =>
    openDialog(t('revisions'), () => <RevisionList instruction={instruction} />, { size: 'lg' })
  return (
    <aside className={classes.panel} aria-label={t('panel')}>
      <Facts>
        {category !== '' && <Fact name={t('category')}>{category}</Fact>}
        <Fact name={t('updatedAt')}>
          <DateText value={updated_at} />
          {can.edit && <PersonLink person={updated_by} />}
        </Fact>
        {can.edit && (is_published || revision > 1) && (
          <Fact name={t('revision')}>
            {revision}
            {revision > 1 && (
              <Button variant="subtle" size="compact-sm" onClick={showRevisions}>
                {t('allRevisions')}
              </Button>
            )}
          </Fact>
        )}
      </Facts>
      <Products instruction={instruction} />
      <ReaderList instruction={instruction} />
    </aside>
  )
}

function Products({ instruction: { products } }: { instruction: Instruction }) {
  const t = useTranslations('instructions')
  if (products.length === 0) return null
  return (
    <section aria-labelledby="instruction-products">
      <h2 id="instruction-products" className={classes.heading}>
        {t('products')}
      </h2>
      <ul className={classes.products}>
        {products.map((product) => (
          <li key={product.id}>
            <ProductName product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}

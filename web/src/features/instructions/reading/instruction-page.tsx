import type { Instruction } from '@artel/contract/instructions/instructions'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAddress } from '../../../api/list/address.ts'
import { useAddressed } from '../../../api/list/addressed.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { WaitingSheet } from '../../../ui/dialog/waiting-sheet.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { LazyBoundary } from '../../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { InstructionPageMenu } from './instruction-page-menu.tsx'
import { InstructionReading } from './instruction-reading.tsx'

// Lazy, because most people only read, and the editor is large.
const EditForm = lazyPart(async () => (await import('../form/instruction-forms.tsx')).EditInstructionForm)

const waiting = <SkeletonRows rows={6} height={56} cells={[{ kind: 'text' }]} />

/** One instruction, to read, and for admins to edit. */
export function InstructionPage() {
  const t = useTranslations('instructions')
  const { data, standing } = useAddressed('instructions.get', t('loadOneFailed'))
  if (data) return <InstructionSheet key={data.instruction.id} instruction={data.instruction} />
  const toAll = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/instructions" />}>
      {t('toAll')}
    </Button>
  )
  return (
    <WaitingSheet {...standing} toAll={toAll}>
      {waiting}
    </WaitingSheet>
  )
}

function InstructionSheet({ instruction }: { instruction: Instruction }) {
  const t = useTranslations('instructions')
  const { title, is_published, can } = instruction
  usePageTitle(title)
  const { edit } = useAddress()
  // Kept out of the address, so that Back leaves the page. The form then asks about unsaved input.
  const [isEdited, setIsEdited] = useState(edit === true && can.edit)
  return (
    <Sheet>
      <PageHeader
        title={title}
        breadcrumbs={[{ key: 'instructions', link: <Link to="/instructions">{t('title')}</Link> }]}
        aside={!is_published && <Tag>{t('draft')}</Tag>}
        actions={
          can.edit && !isEdited ? (
            <>
              <Button
                variant="default"
                leftSection={<IconPencil size={16} stroke={1.8} />}
                onClick={() => setIsEdited(true)}
              >
                {t('edit')}
              </Button>
              <InstructionPageMenu instruction={instruction} />
            </>
          ) : undefined
        }
      />
      {isEdited ? (
        <LazyBoundary fallback={waiting}>
          <EditForm instruction={instruction} onDone={() => setIsEdited(false)} />
        </LazyBoundary>
      ) : (
        <InstructionReading instruction={instruction} />
      )}
    </Sheet>
  )
}

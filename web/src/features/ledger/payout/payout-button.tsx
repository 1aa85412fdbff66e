import { Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { FromFirstOpen } from '../../../ui/states/from-first-open.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'

const PayoutRun = lazyPart(async () => (await import('./payout-run.tsx')).PayoutRun)

/** Opens the payouts run. The page renders the dialog, so leaving the page removes it. */
export function PayoutButton({ onDone }: { onDone: (posting: number) => void }) {
  const t = useTranslations('ledger')
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        variant="default"
        {...(!isPhone && { leftSection: <IconArrowUpRight size={16} stroke={1.8} /> })}
        onClick={open}
      >
        {t('payout')}
      </Button>
      <FromFirstOpen isOpen={isOpen}>
        <PayoutRun isOpen={isOpen} onClose={close} onDone={onDone} />
      </FromFirstOpen>
    </>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session.ts'
import { useGoPacking } from '../packing/use-go-packing.ts'
import classes from '../page/supply-page.module.css'
import { openScanStore } from './scan-store.ts'

/** Scans that this person made in this browser without a connection. The packing screen sends them. */
export function UnsentScans({ supplyId }: { supplyId: number }) {
  const t = useTranslations('packing')
  const me = useUser()
  const { open } = useGoPacking({ id: supplyId })
  const [waiting] = useState(() => openScanStore(me.id, supplyId).all())
  const [first] = waiting
  if (!first) return null
  return (
    <div className={classes.trash}>
      <span>{t('unsentTitle', { count: waiting.length })}</span>
      <Button variant="default" size="xs" onClick={() => open(first.box_id)}>
        {t('unsentGo')}
      </Button>
    </div>
  )
}

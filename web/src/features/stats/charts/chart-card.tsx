import type { FileFormat } from '@artel/contract/shapes/list'
import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconPhotoDown } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../../api/list/list-file.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { DownloadMenu } from '../../../ui/table/data-table-menus.tsx'
import { StatCard } from '../metrics/stat-card.tsx'
import classes from './chart.module.css'
import type { ChartLine } from './chart-types.ts'

type ChartCardProps = {
  title: string
  /** What is counted, in words. */
  hint: string
  lines?: readonly ChartLine[]
  chart: ReactNode
  table: ReactNode
  /** The same data as a file. */
  file: { isBusy: boolean; start: (format: FileFormat) => void }
}

const looks = ['chart', 'table'] as const

/**
 * A chart with its name and legend, and the same data as a table. It can be saved as a picture or as a file.
 */
export function ChartCard({ title, hint, lines = [], chart, table, file }: ChartCardProps) {
  const t = useTranslations('stats')
  const card = useRef<HTMLElement>(null)
  const [look, setLook] = useState<(typeof looks)[number]>('chart')
  return (
    <StatCard
      ref={card}
      title={title}
      hint={hint}
      aside={
        <>
          {lines.length > 1 && <Legend lines={lines} />}
          <span className={classes.tools} data-no-picture>
            {look === 'chart' && <PictureButton name={title} of={() => card.current} />}
            <DownloadMenu {...file} />
            <SegmentedControl
              aria-label={t('looks')}
              data={looks.map((value) => ({ value, label: t(value) }))}
              value={look}
              onChange={setLook}
            />
          </span>
        </>
      }
    >
      {look === 'chart' ? chart : table}
    </StatCard>
  )
}

function Legend({ lines }: { lines: readonly ChartLine[] }) {
  return (
    <ul className={classes.legend}>
      {lines.map(({ name, color, isBefore }) => (
        <li key={name}>
          <span
            className={classes.swatch}
            data-before={isBefore || undefined}
            style={{ borderColor: isBefore ? undefined : color }}
          />
          {name}
        </li>
      ))}
    </ul>
  )
}

function PictureButton({ name, of }: { name: string; of: () => HTMLElement | null }) {
  const t = useTranslations('stats')
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    const element = of()
    if (!element) return
    setIsBusy(true)
    try {
      const { pictureOf } = await import('./chart-picture.ts')
      saveFile({ name: `${name}.png`, content: await pictureOf(element) })
    } catch {
      notify({ text: t('pictureFailed'), tone: 'bad' })
    }
    setIsBusy(false)
  }
  return (
    <ActionIcon
      size="lg"
      aria-label={t('picture')}
      title={t('picture')}
      loading={isBusy}
      onClick={() => void save()}
    >
      <IconPhotoDown size={18} stroke={1.6} />
    </ActionIcon>
  )
}

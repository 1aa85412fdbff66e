import type { Supply } from '@artel/contract/supplies/supplies'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ImportPage, type ImportSubject } from '../../imports/imports.tsx'

/** Imports the boxes of a supply from a file. */
export function SupplyImportPage({ supply: { id, number } }: { supply: Pick<Supply, 'id' | 'number'> }) {
  const t = useTranslations('supplies')
  const subject = useMemo<ImportSubject>(() => {
    const params = { id: String(id) }
    return {
      kind: 'supplies',
      send: 'supplies.import',
      template: 'supplies.template',
      fields: [
        { name: 'barcode', title: t('productBarcode'), kind: 'list' },
        { name: 'quantity', title: t('quantity'), kind: 'text' },
        { name: 'box', title: t('boxBarcode'), kind: 'list' },
        { name: 'expires_on', title: t('expiry'), kind: 'text' },
      ],
      // A column of Wildberries: the box code in another form.
      leavesOut: ['ШК короба для печати в стороннем сервисе'],
      choices: [
        { name: 'overwrite', label: t('replaceBoxes'), isOn: false },
        { name: 'as_plan', label: t('asPlan'), isOn: false },
      ],
      into: { supply_id: id },
      breadcrumb: {
        key: 'supply',
        link: (
          <Link to="/supply/$id" params={params}>
            {t('one', { number })}
          </Link>
        ),
      },
      toList: (
        <Button renderRoot={(props) => <Link to="/supply/$id" params={params} {...props} />}>
          {t('toSupply')}
        </Button>
      ),
    }
  }, [t, id, number])
  return <ImportPage subject={subject} />
}

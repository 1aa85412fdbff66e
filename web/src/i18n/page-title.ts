import { isolated } from '@artel/contract/shapes/isolate'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'

/** Names the page in the browser's tab and history; every page calls it once. */
export function usePageTitle(title: string): void {
  const product = useTranslations('ui')('productName')
  useEffect(() => {
    document.title = `${isolated(title)} · ${product}`
  }, [title, product])
}

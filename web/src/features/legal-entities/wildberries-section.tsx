import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { DialogText } from '../../ui/dialog/dialog-parts.tsx'
import classes from './legal-entity-fields.module.css'
import { useWildberriesSteps } from './use-wildberries-steps.tsx'

/** Whether a legal entity is connected to Wildberries. Owners connect and disconnect it. */
export function WildberriesSection({ entity }: { entity: LegalEntity }) {
  const t = useTranslations('legalEntities')
  const { data } = useCall('legalEntities.get', { params: { id: entity.id } })
  const shown = data?.legal_entity ?? entity
  const { connected, masked_token } = shown.wildberries
  const steps = useWildberriesSteps(shown)
  const hasToken = masked_token !== null
  const state = connected ? 'wbConnected' : hasToken ? 'wbUnreadable' : 'wbNone'
  return (
    <section aria-label="Wildberries">
      <h3 className={classes.group}>Wildberries</h3>
      <div className={classes.state} aria-live="polite">
        <DialogText>{t(state, { token: masked_token ?? '' })}</DialogText>
      </div>
      {shown.can.connect ? (
        <div className={classes.steps}>
          <Button variant="default" onClick={() => void steps.connect()}>
            {t(hasToken ? 'wbReplace' : 'wbConnect')}
          </Button>
          {hasToken && (
            <Button variant="subtle" color="gray" onClick={() => void steps.disconnect()}>
              {t('wbDisconnect')}
            </Button>
          )}
        </div>
      ) : (
        <DialogText>{t('wbByOwner')}</DialogText>
      )}
    </section>
  )
}

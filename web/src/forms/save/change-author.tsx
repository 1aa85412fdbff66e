import type { ErrorBody } from '@artel/contract/errors/errors'
import { useMediaAddress } from '../../api/send/media.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { PersonName } from '../../ui/marks/avatar.tsx'
import classes from './stale-dialog.module.css'

/** Who changed an item in the meantime, and when. */
export function ChangeAuthor({ by, at }: NonNullable<ErrorBody['changed']>) {
  const address = useMediaAddress()
  return (
    <p className={classes.author}>
      {by && <PersonName id={by.id} name={by.full_name} src={address(by.avatar)} />}
      <DateText value={at} withTime />
    </p>
  )
}

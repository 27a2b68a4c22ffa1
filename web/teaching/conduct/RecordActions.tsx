import { lazy, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { type ConductRecord, stateOfRecord } from './words.ts'

const DecideRecord = lazy(part(async () => (await import('./DecideRecord.tsx')).DecideRecord))
const WithdrawRecord = lazy(part(async () => (await import('./WithdrawRecord.tsx')).WithdrawRecord))

/** What a person who decides can do with a record: decide until parents read it, withdraw while it counts. */
export function RecordActions({ record }: { record: ConductRecord }) {
  const { t } = useTranslation()
  const [doing, setDoing] = useState<'decide' | 'withdraw' | null>(null)
  const state = stateOfRecord(record)
  const close = () => setDoing(null)
  if (state === 'withdrawn') return null
  return (
    <>
      {(state === 'waiting' || state === 'kept') && (
        <Button data-does="accept" tone={state === 'waiting' ? 'primary' : 'plain'} onClick={() => setDoing('decide')}>
          {t('conduct.decide')}
        </Button>
      )}
      <Button data-does="refuse" onClick={() => setDoing('withdraw')}>
        {t('conduct.withdraw')}
      </Button>
      {doing && (
        <LazyPart onClose={close}>
          {doing === 'decide' ? (
            <DecideRecord record={record} onClose={close} />
          ) : (
            <WithdrawRecord record={record} onClose={close} />
          )}
        </LazyPart>
      )}
    </>
  )
}

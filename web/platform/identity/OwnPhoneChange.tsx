import { ownPhoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { stale, useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Moment } from '#web/ui/Moment.tsx'

/** What a school has begun with the person's number, and the way to stop it. */
export function OwnPhoneChange() {
  const { t } = useTranslation()
  const { data } = useRead(ownPhoneChanges.get, {})
  const cancel = useWrite(ownPhoneChanges.cancel)
  if (!data) return null
  const { schoolName, newNumber, appliesAt } = data
  return (
    <div role="alert" className="space-y-3 rounded-field bg-wait-soft px-4 py-3 text-wait">
      <p>{t('numbers.own.begun', { school: isolated(schoolName), number: isolated(newNumber) })}</p>
      {appliesAt && (
        <p>
          {t('numbers.own.appliesAt')} <Moment at={appliesAt} />
        </p>
      )}
      <AskFirst
        title={t('numbers.own.cancelAsk')}
        submit={t('numbers.own.cancel')}
        run={async () => {
          await cancel.mutateAsync({})
          await stale(ownPhoneChanges.get)
        }}
        danger
      >
        {(ask, busy) => (
          <Button disabled={busy} onClick={ask}>
            {t('numbers.own.cancel')}
          </Button>
        )}
      </AskFirst>
    </div>
  )
}

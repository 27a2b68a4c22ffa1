import type { phoneChanges, phoneChangesOnPlatform } from '#contract/platform/identity/phone-changes.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi, isolated, PhoneNumber } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FromTo } from '#web/ui/FromTo.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

export type PhoneChange = OutputOf<typeof phoneChangesOnPlatform.list>[number] &
  Partial<OutputOf<typeof phoneChanges.list>[number]>

type Props = {
  change: PhoneChange
  confirm: () => Promise<unknown>
  withdraw?: () => Promise<unknown>
  /** Where changes of several schools stand together. */
  withSchool?: boolean
}

function statusOf(outcome: PhoneChange['outcome']) {
  if (!outcome) return 'waiting'
  return outcome === 'done' ? 'good' : 'neutral'
}

/** One change of a number: whose, from which to which, who asked and confirmed, and when it is done. */
export function PhoneChangeCard({ change, confirm, withdraw, withSchool }: Props) {
  const { t } = useTranslation()
  const { personName, oldNumber, newNumber, requestedByName, requestedAt, confirmedByName, appliesAt, may } = change
  const state = change.outcome ?? (confirmedByName ? 'confirmed' : 'requested')
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface px-4 py-3 md:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <Bdi>{personName}</Bdi>
        <StatusBadge status={statusOf(change.outcome)} word={t(`numbers.state.${state}`)} />
      </p>
      {withSchool && (
        <p>
          <Bdi>{change.schoolName}</Bdi>
        </p>
      )}
      <p>
        <FromTo from={<PhoneNumber phone={oldNumber} />} to={<PhoneNumber phone={newNumber} />} />
      </p>
      <p className="text-sm text-muted">
        {t('numbers.setting.requestedBy', { name: isolated(requestedByName) })} · <Moment at={requestedAt} />
      </p>
      {confirmedByName && (
        <p className="text-sm text-muted">{t('numbers.setting.confirmedBy', { name: isolated(confirmedByName) })}</p>
      )}
      {appliesAt && !change.outcome && (
        <p className="text-sm text-muted">
          {t('numbers.own.appliesAt')} <Moment at={appliesAt} />
        </p>
      )}
      {change.waitsForPlatform && <p className="text-sm text-muted">{t('numbers.setting.waitsForPlatform')}</p>}
      {(may.confirm || may.withdraw) && (
        <div className="flex flex-wrap gap-3">
          {may.confirm && (
            <AskFirst
              title={t('numbers.setting.confirmAsk', { name: isolated(personName) })}
              description={t('numbers.setting.confirmMeans')}
              submit={t('common.confirm')}
              run={confirm}
            >
              {(ask, busy) => (
                <Button data-does="accept" tone="primary" disabled={busy} onClick={ask}>
                  {t('common.confirm')}
                </Button>
              )}
            </AskFirst>
          )}
          {may.withdraw && withdraw && (
            <AskFirst title={t('numbers.own.cancelAsk')} submit={t('numbers.own.cancel')} run={withdraw} danger>
              {(ask, busy) => (
                <Button data-does="refuse" disabled={busy} onClick={ask}>
                  {t('numbers.own.cancel')}
                </Button>
              )}
            </AskFirst>
          )}
        </div>
      )}
    </li>
  )
}

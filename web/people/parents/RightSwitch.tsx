import { studentParents } from '#contract/people/parents/student-parents.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { dayAfter } from '#web/lib/days.ts'
import { useChange } from '#web/records/change.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import type { Parent } from './relations.ts'
import type { RightToday } from './rights.ts'

type Props = { parent: Parent; today: string; of: RightToday; children: React.ReactNode }

/** Ends a right at once, or gives it again from today on. Other days are entered in the form. */
export function RightSwitch({ parent, today, of: { right, state }, children }: Props) {
  const { t } = useTranslation()
  const change = useChange(studentParents.update)
  const isOn = state === 'on'
  const { studentId, parentId, version, parentName } = parent
  const periods = isOn
    ? { [`${right}Until`]: dayAfter(today, -1) }
    : { [`${right}From`]: today, [`${right}Until`]: null }
  const what = t(`parentRights.${right}.yes`)
  return (
    <AskFirst
      title={t(isOn ? 'parentRights.endAsk' : 'parentRights.giveAsk', {
        right: what,
        name: isolated(parentName || t('settings.parents.unnamed')),
      })}
      description={t(isOn ? 'parentRights.endMeans' : 'parentRights.giveMeans')}
      submit={t(isOn ? 'parentRights.end' : 'parentRights.give')}
      run={() => change({ studentId, parentId, baseVersion: version, ...periods })}
      danger={isOn}
    >
      {(ask, busy) => (
        <button
          type="button"
          aria-pressed={isOn}
          aria-label={`${what}: ${parentName}`}
          onClick={ask}
          disabled={busy}
          className="inline-flex min-h-11 items-center rounded-full hover:opacity-90"
        >
          {children}
        </button>
      )}
    </AskFirst>
  )
}

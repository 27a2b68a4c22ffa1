import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { Changes } from './RowCard.tsx'
import { decideRow, type Import, type ImportRow } from './import.ts'

type Similar = ImportRow['similar'][number]

/** A row that may enter a student twice: it is an existing student, or a new one. It can also be left out. */
export function Duplicate({ draft, row }: { draft: Import; row: ImportRow }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const { similar, decision, studentId, doubted } = row
  if (similar.length === 0 && decision === null && !doubted) return null

  async function decide(to: ImportRow['decision'], same?: string) {
    setBusy(true)
    try {
      await decideRow({ importId: draft.id, row: row.row, decision: to, ...(same && { studentId: same }) })
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  const ofDays = draft.kind === 'attendance' && similar.length === 0
  const question = draft.kind === 'staff' ? 'imports.whoIsIt' : 'imports.similar'
  const number = t('imports.row', { number: row.row })
  const choice = (label: string, is: boolean, on: () => void, of = '') => (
    <Button
      tone={is ? 'primary' : undefined}
      aria-pressed={is}
      disabled={busy}
      aria-label={`${label}${of && ` ${of}`}: ${number}`}
      onClick={on}
      className="px-3 text-sm"
    >
      {label}
    </Button>
  )
  return (
    <div className="mt-2 rounded-field bg-wait-soft px-4 py-3 text-sm">
      <p className="font-medium">{t(ofDays ? 'imports.whichDays' : question)}</p>
      <ul className="mt-1 space-y-1">
        {similar.map((one) => (
          <li key={one.studentId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Who of={one} />
            {choice(
              t('imports.sameStudent'),
              decision === 'same' && studentId === one.studentId,
              () => void decide('same', one.studentId),
              isolated(one.code),
            )}
          </li>
        ))}
      </ul>
      {ofDays && <Changes row={row} />}
      {ofDays && (
        <div className="mt-2 flex flex-wrap gap-2">
          {(['keep', 'take'] as const).map((to) => (
            <span key={to}>
              {choice(t(`imports.${to}Days`), decision === to, () => void decide(decision === to ? null : to))}
            </span>
          ))}
        </div>
      )}
      {draft.kind === 'staff' && (
        <div className="mt-2 flex justify-end">
          {choice(t('imports.samePerson'), decision === 'same', () => void decide(decision === 'same' ? null : 'same'))}
        </div>
      )}
      {draft.kind === 'students' && (
        <div className="mt-2 flex justify-end">
          {choice(t('imports.newStudent'), decision === 'new', () => void decide(decision === 'new' ? null : 'new'))}
        </div>
      )}
    </div>
  )
}

function Who({ of: { studentName, code, classRoomName, leftOn } }: { of: Similar }) {
  const { t } = useTranslation()
  return (
    <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
      <Bdi>{studentName}</Bdi> · <Bdi>{code}</Bdi> · <Bdi>{classRoomName}</Bdi>
      {leftOn && (
        <>
          {' '}
          · {t('imports.hasLeft')} <Day day={leftOn} />
        </>
      )}
    </span>
  )
}

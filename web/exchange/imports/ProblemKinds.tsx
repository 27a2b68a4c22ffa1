import { Download } from 'lucide-react'
import { useState } from 'react'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { toastRefusal } from '#web/ui/toast.ts'
import type { Import, ProblemKind } from './import.ts'

type Props = { draft: Import; chosen: ProblemKind | null; onChoose: (kind: ProblemKind | null) => void }

/**
 * The kinds of problems with their numbers of rows. Selecting one shows only its rows. All of them can be downloaded as a
 * workbook.
 */
export function ProblemKinds({ draft, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
      {draft.problemKinds.length > 1 && (
        <div role="group" aria-label={t('imports.problemKinds')} className="flex flex-wrap gap-2">
          {draft.problemKinds.map((kind) => {
            const isChosen = isSameKind(kind, chosen)
            return (
              <button
                key={`${kind.position} ${kind.reason}`}
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? null : kind)}
                className={cx(
                  'min-h-11 rounded-field border px-3 text-start text-sm transition-colors',
                  isChosen ? 'border-danger bg-danger-soft text-danger' : 'border-line bg-surface',
                )}
              >
                {translated(kind.reason).replaceAll('{n}', '…')}
                {kind.position !== null && (
                  <>
                    {' · '}
                    <Bdi>{draft.columns[kind.position]?.heading}</Bdi>
                  </>
                )}{' '}
                <span className="tabular-nums">({kind.rows})</span>
              </button>
            )
          })}
        </div>
      )}
      <Workbook draft={draft} />
    </div>
  )
}

export const isSameKind = (one: ProblemKind, other: ProblemKind | null) =>
  other !== null && one.reason === other.reason && one.position === other.position

function Workbook({ draft }: { draft: Import }) {
  const { t, language } = useTranslation()
  const [busy, setBusy] = useState(false)
  async function take() {
    setBusy(true)
    try {
      const { downloadProblems } = await import('./problem-workbook.ts')
      await downloadProblems(draft, { rightToLeft: language === 'ar' })
    } catch (problem) {
      toastRefusal(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon={<Download className="size-5" aria-hidden="true" />}
      disabled={busy}
      onClick={() => void take()}
      className="ms-auto"
    >
      {t('imports.problemWorkbook')}
    </Button>
  )
}

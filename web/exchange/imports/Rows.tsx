import { useState } from 'react'
import { imports } from '#contract/exchange/imports/imports.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { StepEnd } from '#web/ui/StepEnd.tsx'
import { changeImport, type Import, type ProblemKind, type Show } from './import.ts'
import { Doubted } from './Doubted.tsx'
import { NewClasses } from './NewClasses.tsx'
import { useNewClasses } from './new-classes.ts'
import { isSameKind, ProblemKinds } from './ProblemKinds.tsx'
import { RowEdit } from './RowEdit.tsx'
import { RowList } from './RowList.tsx'
import { RowKinds } from './RowKinds.tsx'
import type { Step } from './steps.ts'
import { UnknownNames } from './UnknownNames.tsx'

function firstShown({ problems, similar }: Import): Show {
  if (problems > 0) return 'problem'
  return similar > 0 ? 'similar' : 'all'
}

/** The rows as the server classified them; those with problems come first. Each can be corrected in its place, or left out. */
export function Rows({ draft, onStep }: { draft: Import; onStep: (step: Step) => void }) {
  const { t } = useTranslation()
  const [show, setShow] = useState<Show>(firstShown(draft))
  const [kind, setKind] = useState<ProblemKind | null>(null)
  const newClasses = useNewClasses(draft)
  const { id, problems } = draft
  // A kind of problem disappears when it is solved for all its rows.
  const chosen = draft.problemKinds.find((one) => isSameKind(one, kind)) ?? null
  const meant = chosen?.rows ?? problems
  return (
    <>
      <NewClasses draft={draft} of={newClasses} />
      <Doubted draft={draft} />
      <UnknownNames draft={draft} isMade={newClasses.isMade} />
      <RowKinds draft={draft} show={show} onShow={setShow} />
      {show === 'problem' && problems > 0 && <ProblemKinds draft={draft} chosen={chosen} onChoose={setKind} />}
      <RowList
        key={`${show} ${chosen?.position} ${chosen?.reason}`}
        of={draft}
        show={show}
        problem={show === 'problem' ? chosen : null}
        card={(row) => <RowEdit draft={draft} row={row} />}
      />
      <StepEnd
        text={
          problems > 0 ? (
            <span className="font-medium text-danger">{t('imports.problemsLeft', { count: problems })}</span>
          ) : (
            t('imports.rowsReady')
          )
        }
      >
        {problems > 0 && (
          <AskFirst
            title={t('imports.leaveOutAsk', { count: meant })}
            description={t('imports.leaveOutMeans')}
            submit={t('imports.leaveOut')}
            run={() =>
              changeImport(imports.leaveOut, {
                importId: id,
                leftOut: true,
                ...(chosen && { problem: { reason: chosen.reason, position: chosen.position } }),
              })
            }
          >
            {(ask, busy) => (
              <Button onClick={ask} disabled={busy} className="max-md:flex-1 max-md:px-3">
                {t(chosen ? 'imports.leaveOutKind' : 'imports.leaveOutAll', { count: meant })}
              </Button>
            )}
          </AskFirst>
        )}
        <Button tone="primary" disabled={problems > 0} onClick={() => onStep('look')} className="max-md:flex-1">
          {t('imports.next')}
        </Button>
      </StepEnd>
    </>
  )
}

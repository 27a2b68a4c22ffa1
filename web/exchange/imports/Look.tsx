import { useState } from 'react'
import { imports } from '#contract/exchange/imports/imports.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { StepEnd } from '#web/ui/StepEnd.tsx'
import { ExistingChanged } from './ExistingChanged.tsx'
import { FolderBeside } from './FolderBeside.tsx'
import { FolderFiles } from './FolderFiles.tsx'
import { listAddress, changeImport, type Import, listOf, type Show } from './import.ts'
import { MissingStudents } from './MissingStudents.tsx'
import { RowList } from './RowList.tsx'
import { RowKinds } from './RowKinds.tsx'
import { Sums } from './Sums.tsx'
import { bringsBeside, type Step } from './steps.ts'

type Props = { draft: Import; onStep: (step: Step) => void }

function firstShown({ renamed, corrected, added, changed }: Import): Show {
  if (renamed > 0) return 'renamed'
  if (corrected > 0) return 'corrected'
  if (added > 0) return 'add'
  return changed > 0 ? 'change' : 'same'
}

/** A preview of what will be added, changed and left out, before anything is stored. */
export function Look({ draft, onStep }: Props) {
  const { t } = useTranslation()
  const { id, added, changed, same, problems, leftOut, similar, version } = draft
  const [show, setShow] = useState<Show>(firstShown(draft))
  const [starting, setStarting] = useState(false)
  const { data: folder } = useRead(imports.folder, { importId: id }, { enabled: draft.files.length > 0 })
  const count = added + changed
  const something = count > 0 || bringsBeside(folder)
  const starts = draft.kind === 'students' ? 'imports.start' : 'imports.startRows'
  const toStart = count === 0 ? t('imports.folder.startBeside') : t(starts, { count })

  async function start() {
    setStarting(true)
    try {
      await changeImport(imports.start, { importId: id, baseVersion: version })
    } catch (error) {
      toastRefusal(error)
      setStarting(false)
    }
  }

  return (
    <>
      {(draft.kind === 'students' || draft.kind === 'guardians' || draft.corrected > 0) && (
        <ExistingChanged draft={draft} show={show} onShow={setShow} />
      )}
      <dl className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Count of={added} word={t('imports.outcome.add')} look="text-ok" />
        <Count of={changed} word={t('imports.outcome.change')} look="text-wait" />
        <Count of={same} word={t('imports.outcome.same')} />
        <Count of={leftOut} word={t('imports.outcome.leftOut')} />
      </dl>
      {draft.kind === 'students' && <MissingStudents importId={id} />}
      <FolderFiles of={draft} />
      <FolderBeside draft={draft} />
      {something && <Means draft={draft} onStep={onStep} />}
      {draft.sums && <Sums of={draft.sums} />}
      {similar > 0 && problems === 0 && (
        <p className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-field bg-wait-soft px-4 py-3">
          {t('imports.similarLeft', { count: similar })}
          <Button onClick={() => onStep('rows')}>{t('imports.toRows')}</Button>
        </p>
      )}
      {!something && (
        <div className="mb-6">
          <Empty sentence={t('imports.nothingToChange')}>
            <LinkButton to={listAddress(draft.kind)}>{t(`imports.toList.${listOf[draft.kind]}`)}</LinkButton>
          </Empty>
        </div>
      )}
      <RowKinds draft={draft} show={show} onShow={setShow} without={['all', 'problem', 'similar']} />
      <RowList key={show} of={draft} show={show} />
      {something && (
        <StepEnd
          text={
            problems > 0 ? (
              <span className="font-medium text-danger">{t('imports.problemsLeft', { count: problems })}</span>
            ) : (
              t('imports.notYet')
            )
          }
        >
          {problems > 0 ? (
            <Button tone="primary" onClick={() => onStep('rows')} className="max-md:flex-1">
              {t('imports.toRows')}
            </Button>
          ) : (
            <Button tone="primary" disabled={starting} onClick={() => void start()} className="max-md:flex-1">
              {starting ? t('common.submitting') : toStart}
            </Button>
          )}
        </StepEnd>
      )}
    </>
  )
}

const Count = ({ of, word, look = '' }: { of: number; word: string; look?: string }) => (
  <div className="flex flex-col-reverse rounded-card border border-line bg-surface px-5 py-4">
    <dt className="text-sm text-muted">{word}</dt>
    <dd className={`text-2xl font-semibold tabular-nums ${of > 0 ? look : 'text-muted'}`}>{of}</dd>
  </div>
)

/** What is stored with the students: links to their parents, and coins for their seats, with the remaining balance. */
function Means({ draft: { schoolId, guardians, coins }, onStep }: Props) {
  const { t } = useTranslation()
  const maySee = useHolds()('ViewSchoolData')
  const { data: school } = useRead(schools.get, { schoolId }, { enabled: maySee })
  const before = (maySee ? school?.availableCoins : null) ?? null
  const after = before === null ? null : before - coins
  return (
    <ul className="mb-6 flex flex-wrap items-center gap-x-8 gap-y-1 text-muted empty:hidden">
      {guardians > 0 && <li>{t('imports.guardians', { count: guardians })}</li>}
      {coins > 0 && <li>{t('imports.coins', { count: coins })}</li>}
      {coins > 0 && after !== null && (
        <li className={after < 0 ? 'font-medium text-danger' : ''}>
          {t(after < 0 ? 'imports.owing' : 'imports.left', { count: Math.abs(after) })}
        </li>
      )}
      {coins > 0 && (
        <li>
          <Button tone="quiet" className="-mx-3 px-3" onClick={() => onStep('columns')}>
            {t('imports.changeThis')}
          </Button>
        </li>
      )}
    </ul>
  )
}

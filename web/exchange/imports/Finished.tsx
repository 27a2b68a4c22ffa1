import { CircleCheck, CircleSlash, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Refused } from '#contract/language/caller.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Moment } from '#web/ui/Moment.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { FolderAfter, FolderMade } from './FolderAfter.tsx'
import {
  listAddress,
  changeImport,
  type Import,
  listOf,
  type ImportRow,
  type ProblemKind,
  type Show,
} from './import.ts'
import { ProblemKinds } from './ProblemKinds.tsx'
import { RowCard } from './RowCard.tsx'
import { RowList } from './RowList.tsx'
import { RowKinds } from './RowKinds.tsx'
import { resultOf, whyNothing } from './steps.ts'

/** The result of an import, with an undo while nothing later depends on it. */
export function Finished({ stored }: { stored: Import }) {
  const { t } = useTranslation()
  const { id, state, reason, added, changed, guardians, coins } = stored
  const isDone = state === 'done'
  const result = resultOf(stored)

  const [refused, setRefused] = useState<string | null>(null)
  const alert = refused ?? (reason && translated(reason))
  const isHindered = refused !== null || reason === hindered

  async function undo() {
    try {
      await changeImport(imports.undo, { importId: id })
    } catch (error) {
      if (!(error instanceof Refused && error.status === 409)) throw error
      setRefused(sentenceFrom(error))
    }
  }

  return (
    <>
      <section className="rounded-card border border-line bg-surface px-6 py-8">
        <div className="flex flex-wrap items-center gap-4">
          <span
            className={cx(
              'grid size-14 place-items-center rounded-full',
              result === 'nothing' ? 'bg-wait-soft text-wait' : 'bg-ok-soft text-ok',
            )}
          >
            <ResultSign result={result} isDone={isDone} />
          </span>
          <div className="min-w-0 flex-1">
            <div role="status">
              <h2 className="text-xl">{t(headings[result] ?? 'imports.undone')}</h2>
            </div>
            <When of={stored} />
          </div>
        </div>
        {result === 'nothing' && !reason && <p className="mt-5">{t(`imports.nothingBecause.${whyNothing(stored)}`)}</p>}
        {result === 'done' && (
          <ul className="mt-5 flex flex-wrap gap-x-8 gap-y-2">
            {Object.entries({ added, changed, guardians, coins }).map(
              ([what, count]) => count > 0 && <li key={what}>{t(`imports.${worded(what, stored)}`, { count })}</li>,
            )}
            <FolderMade of={stored} />
          </ul>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <LinkButton tone="primary" to={listAddress(stored.kind)}>
            {t(`imports.toList.${listOf[stored.kind]}`)}
          </LinkButton>
          {stored.undoable && <Undo run={undo} />}
        </div>
      </section>
      {isDone && <FolderAfter of={stored} />}
      {isDone && alert && (
        <p role="alert" className="mt-6 rounded-field bg-danger-soft px-4 py-3 text-danger">
          {alert}
        </p>
      )}
      {isDone && isHindered ? (
        <section className="mt-4">
          <RowList of={stored} show="hindering" card={plainCard} />
        </section>
      ) : (
        <RowsOf stored={stored} />
      )}
    </>
  )
}

function Undo({ run }: { run: () => Promise<void> }) {
  const { t } = useTranslation()
  return (
    <AskFirst
      title={t('imports.undoAsk')}
      description={t('imports.undoMeans')}
      submit={t('imports.undo')}
      danger
      run={run}
    >
      {(ask, busy) => (
        <Button icon={<Undo2 className="mirror-rtl size-5" aria-hidden="true" />} onClick={ask} disabled={busy}>
          {t('imports.undo')}
        </Button>
      )}
    </AskFirst>
  )
}

/** When the import was finished and by whom it was made, or when it was undone. */
function When({ of: { state, finishDate, lastModifyDate, madeByName } }: { of: Import }) {
  if (state !== 'done' || !finishDate)
    return (
      <p className="text-muted">
        <Moment at={lastModifyDate} />
      </p>
    )
  return (
    <p className="text-muted">
      <Moment at={finishDate} />
      {madeByName && (
        <>
          {' · '}
          <Bdi>{madeByName}</Bdi>
        </>
      )}
    </p>
  )
}

function RowsOf({ stored }: { stored: Import }) {
  const { t } = useTranslation()
  const [show, setShow] = useState<Show>(firstShown(stored))
  const [kind, setKind] = useState<ProblemKind | null>(null)
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-lg">{t(show === 'problem' ? 'imports.notStored' : 'imports.step.rows')}</h2>
      <RowKinds draft={stored} show={show} onShow={setShow} without={['all', 'similar']} />
      {show === 'problem' && <ProblemKinds draft={stored} chosen={kind} onChoose={setKind} />}
      <RowList
        key={`${show} ${kind?.position} ${kind?.reason}`}
        of={stored}
        show={show}
        problem={show === 'problem' ? kind : null}
        card={plainCard}
      />
    </section>
  )
}

const headings: Partial<Record<ReturnType<typeof resultOf>, string>> = {
  done: 'imports.done',
  nothing: 'imports.storedNothing',
}

function ResultSign({ result, isDone }: { result: ReturnType<typeof resultOf>; isDone: boolean }) {
  if (result === 'nothing') return <CircleSlash className="size-7" aria-hidden="true" />
  if (isDone) return <CircleCheck className="size-7" aria-hidden="true" />
  return <Undo2 className="mirror-rtl size-7" aria-hidden="true" />
}

function firstShown({ problems, added, changed, same }: Import): Show {
  if (problems > 0) return 'problem'
  if (added > 0) return 'add'
  if (changed > 0) return 'change'
  return same > 0 ? 'same' : 'leftOut'
}

/** The reason that the server gives if an undo is refused. */
const hindered = 'Later changes stand in the way of undoing this import'

const plainCard = (row: ImportRow) => <RowCard row={row} plain />

/** Students are counted as students; all other kinds by their rows. */
const worded = (what: string, { kind }: Import) =>
  kind === 'students' || (what !== 'added' && what !== 'changed') ? what : `${what}Rows`

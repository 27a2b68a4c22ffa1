import { lazy, useState } from 'react'
import { conductKinds } from '#contract/teaching/conduct/conduct-kinds.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { differingLines, type UnsavedEdit, useTyped } from '#web/records/unsaved-edit.ts'
import { useSaving } from '#web/records/saving.ts'
import { WithUnsavedEdit } from '#web/records/WithUnsavedEdit.tsx'
import { Unreadable, useReadable } from '#web/ui/amount-typed.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Restored } from '#web/ui/Restored.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { TwoVersions } from '#web/ui/TwoVersions.tsx'
import { KindCard } from './KindCard.tsx'
import { KindPresets } from './KindPresets.tsx'
import { marksToSave } from './mark.ts'
import { MarkOfTerm } from './MarkOfTerm.tsx'
import { effectOf, type KindInEditor, type Kinds, sortOf } from './words.ts'

const KindForm = lazy(part(async () => (await import('./KindForm.tsx')).KindForm))

/** The kinds of conduct that a school records, and the mark that a term begins with; nothing is there until it is saved here. */
export function ConductSetting({ school }: { school: OwnSchool }) {
  const { data, error, refetch } = useRead(conductKinds.get, { schoolId: school.id })
  const { t } = useTranslation()
  return (
    <Screen title={t('conduct.kinds.title')} lead={t('conduct.kinds.lead')}>
      {data ? (
        <WithUnsavedEdit key={school.id} stored={data} id={`kinds ${school.id}`}>
          {(kept) => <Editor key={`${kept.began.version} ${kept.draft.round}`} kept={kept} />}
        </WithUnsavedEdit>
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={4} />
      )}
    </Screen>
  )
}

type Typed = { kinds: KindInEditor[]; marks: Pick<Kinds, 'fullMark' | 'startsAt'> }

function Editor({ kept }: { kept: UnsavedEdit<Kinds> }) {
  const { t } = useTranslation()
  const { began: stored, newer, draft } = kept
  const { schoolId } = stored
  const restored = draft.restored as Typed | null
  const [kinds, setKinds] = useState(restored?.kinds ?? stored.kinds.map(asDraft))
  const [marks, setMarks] = useState(restored?.marks ?? { fullMark: stored.fullMark, startsAt: stored.startsAt })
  const [editing, setEditing] = useState<number | null>(null)
  const change = useChange(conductKinds.save)
  const { saving, save } = useSaving()
  const { isReadable, report } = useReadable()
  const isChanged =
    !isReadable ||
    marks.fullMark !== stored.fullMark ||
    marks.startsAt !== stored.startsAt ||
    JSON.stringify(kinds) !== JSON.stringify(stored.kinds.map(asDraft))
  const put = (at: number, kind: KindInEditor) => setKinds(kinds.toSpliced(at, at < kinds.length ? 1 : 0, kind))
  const store = (baseVersion: number) =>
    change({ schoolId, ...marksToSave(marks), kinds, baseVersion }).then(() => kept.onTyped(false))
  useTyped(kept, isChanged, { kinds, marks } satisfies Typed)

  return (
    <div className="space-y-5">
      {restored && <Restored onDiscard={draft.discard} />}
      {newer && isReadable && (
        <TwoVersions
          differences={[
            { label: t('conduct.kinds.title'), ...differingLines(kinds, newer.kinds.map(asDraft), inWords(t)) },
            ...(marks.fullMark === newer.fullMark && marks.startsAt === newer.startsAt
              ? []
              : [{ label: t('conduct.mark'), mine: markOf(marks), theirs: markOf(newer) }]),
          ]}
          onMine={() => store(newer.version)}
          onTheirs={() => kept.onTyped(false)}
        />
      )}
      {kinds.length === 0 && <Empty sentence={t('conduct.kinds.none')} />}
      <ul className="grid gap-3 md:grid-cols-2">
        {kinds.map((kind, at) => (
          <li key={kind.id ?? at}>
            <KindCard kind={kind} onEdit={() => setEditing(at)} onRemove={() => setKinds(kinds.toSpliced(at, 1))} />
          </li>
        ))}
      </ul>
      <Unreadable value={report}>
        <MarkOfTerm marks={marks} onChange={setMarks} />
      </Unreadable>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setEditing(kinds.length)}>{t('conduct.kinds.add')}</Button>
        <Button
          tone="primary"
          disabled={!isChanged || !isReadable || saving || newer !== null}
          onClick={() => save(() => store(stored.version))}
        >
          {t('common.save')}
        </Button>
      </div>
      <AskIfTyped isTyped={isChanged} />
      <KindPresets schoolId={schoolId} onTake={(taken) => setKinds([...kinds, ...taken])} />
      {editing !== null && (
        <LazyPart onClose={() => setEditing(null)}>
          <KindForm
            kind={kinds[editing] ?? null}
            onSave={(kind) => {
              put(editing, kind)
              setEditing(null)
            }}
            onClose={() => setEditing(null)}
          />
        </LazyPart>
      )}
    </div>
  )
}

const asDraft = ({ version: _, ...kind }: Kinds['kinds'][number]): KindInEditor => kind

const inWords = (t: (key: string) => string) => (kind: KindInEditor) =>
  [isolated(kind.kindName), sortOf(t, kind), effectOf({ ...kind, points: Number(kind.points) })]
    .filter(Boolean)
    .join(' · ')

const markOf = ({ fullMark, startsAt }: Pick<Kinds, 'fullMark' | 'startsAt'>) =>
  `${startsAt ?? '—'} / ${fullMark ?? '—'}`

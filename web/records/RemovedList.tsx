import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { type RemovableKind, removals } from '#contract/overviews/removals/removals.ts'
import { useList } from '#web/lib/api.ts'
import { shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toast } from '#web/ui/toast.ts'
import { useChange } from './change.ts'
import { RecordRow } from './RecordRow.tsx'
import { useSaving } from './saving.ts'

type Thing = OutputOf<typeof removals.list>[number]

type Props = {
  school: { id: string; timeZone: string }
  /** Only things of this kind. */
  kind?: RemovableKind
}

/** What was removed in the last days, latest first, and the way back. */
export function RemovedList({ school, kind }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const text = useSettled(typed)
  const list = useList(removals.list, { schoolId: school.id, ...(kind && { kind }), ...(text && { text }) })
  const { rows } = list
  return (
    <>
      {(text || typed || (rows && rows.length > 0)) && (
        <SearchField label={t('settings.removed.search')} value={typed} onChange={setTyped} />
      )}
      <RowStates
        rows={rows}
        error={list.error}
        again={list.refetch}
        empty={<Empty sentence={t(text ? 'settings.noneFound' : 'settings.removed.empty')} />}
      >
        {(rows) => (
          <>
            <ul
              className="@container divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
              aria-label={t('settings.removed.title')}
            >
              {rows.map((thing) => (
                <li key={thing.id}>
                  <Removed thing={thing} school={school} />
                </li>
              ))}
            </ul>
            <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
          </>
        )}
      </RowStates>
    </>
  )
}

function Removed({ thing, school }: { thing: Thing; school: Props['school'] }) {
  const { t } = useTranslation()
  const putBack = useChange(removals.putBack)
  const { saving, save } = useSaving()
  const kind = t(`settings.removed.kind.${thing.kind}`)
  const name = thing.thingName || kind
  const about = [thing.studentName, thing.classRoomName, thing.courseName].filter((one) => one !== null)
  const back = async () => {
    await putBack({ schoolId: school.id, kind: thing.kind, ids: [thing.id] })
    toast({ title: t('removals.isBack') })
  }
  return (
    <RecordRow
      name={<span className="line-clamp-2">{name}</span>}
      more={
        <>
          <p>
            {kind}
            {about.map((one) => (
              <span key={one}>
                {' · '}
                <Bdi>{one}</Bdi>
              </span>
            ))}
            {thing.day && (
              <>
                {' · '}
                <Digits>{shownDay(thing.day)}</Digits>
              </>
            )}
            {thing.marks > 0 && ` · ${t('removals.marks', { count: thing.marks })}`}
          </p>
          <p>
            {thing.removedByName
              ? t('settings.removed.by', { name: thing.removedByName })
              : t('settings.removed.bySomebody')}{' '}
            · <Moment at={thing.removedAt} timeZone={school.timeZone} />
          </p>
        </>
      }
    >
      <Button aria-label={t('settings.removed.putBackOf', { name })} disabled={saving} onClick={() => save(back)}>
        {t('settings.removed.putBack')}
      </Button>
    </RecordRow>
  )
}

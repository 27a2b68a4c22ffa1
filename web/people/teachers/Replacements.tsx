import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/language/operation.ts'
import { replacements } from '#contract/people/teachers/replacements.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useList, useMay } from '#web/lib/api.ts'
import { shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FromTo } from '#web/ui/FromTo.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Failed } from '#web/ui/States.tsx'

type Replacement = OutputOf<typeof replacements.list>[number]

/** Who took over from whom, or will; each can be undone or called off. */
export function Replacements({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(replacements.list, {
    schoolId: school.id,
  })
  const undo = useChange(replacements.undo)
  // Most schools have none, so nothing stands in their place until they are there.
  if (error && !rows) return <Failed error={error} again={refetch} />
  if (!rows || rows.length === 0) return null
  const about = ({ fromDay, linksCount, supervisedCount, doneAt, outcome }: Replacement) =>
    [
      t('settings.replacements.from', { day: isolated(shownDay(fromDay)) }),
      t(`settings.replacements.state.${outcome ?? (doneAt ? 'done' : 'planned')}`),
      doneAt && linksCount > 0 && t('settings.replacements.passed', { count: linksCount }),
      supervisedCount > 0 && t('settings.replacements.supervises', { count: supervisedCount }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <section aria-labelledby="replacements" className="mx-auto w-full max-w-6xl px-4 pb-8 md:px-8">
      <h2 id="replacements" className="mb-3 text-lg">
        {t('settings.replacements.list')}
      </h2>
      <ul className="@container divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {rows.map((one) => (
          <li key={one.id}>
            <RecordRow
              name={<FromTo from={<Bdi>{one.fromTeacherName}</Bdi>} to={<Bdi>{one.toTeacherName}</Bdi>} />}
              more={about(one)}
            >
              {one.lessonsLeft > 0 && <TakeLessons one={one} />}
              {one.may.undo && (
                <AskFirst
                  title={t('settings.replacements.undoAsk', { name: isolated(one.fromTeacherName) })}
                  submit={t('settings.replacements.undo')}
                  run={() => undo({ schoolId: school.id, replacementId: one.id })}
                >
                  {(ask, busy) => (
                    <Button tone="quiet" disabled={busy} onClick={ask}>
                      {t('settings.replacements.undo')}
                    </Button>
                  )}
                </AskFirst>
              )}
            </RecordRow>
          </li>
        ))}
      </ul>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </section>
  )
}

/** The published week still names the former teacher: a draft from that day on, in which the lessons pass too. */
function TakeLessons({ one: { id, schoolId, fromDay, toTeacherName, lessonsLeft } }: { one: Replacement }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const start = useChange(timetableDrafts.start)
  const { saving, save } = useSaving()
  if (!useMay(timetableDrafts.start)) return null
  const timetableName = t('settings.replacements.draft', { name: toTeacherName }).slice(0, 60)
  const take = () =>
    save(async () => {
      const draft = await start({ schoolId, timetableName, replacementId: id })
      await navigate(paths.timetable('drafts', { draft: draft.id, from: fromDay }))
    }, t('settings.replacements.drafted'))
  return (
    <Button disabled={saving} onClick={() => void take()}>
      {t('settings.replacements.lessons', { count: lessonsLeft })}
    </Button>
  )
}

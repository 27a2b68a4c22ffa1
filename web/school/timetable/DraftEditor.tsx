import { ArrowLeft, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { weekFiles } from '#contract/exchange/imports/week-files.ts'
import { clashRulesOf, type Rules } from '#contract/school/timetable/clashes.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { stale, useRead } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { keepFile } from '#web/lib/download.ts'
import { useLive } from '#web/lib/live.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { GroupsDialog } from './GroupsDialog.tsx'
import { LessonDialog } from './LessonDialog.tsx'
import { lessonsAt, type LessonPlanned, nameAmong, numbersOf, type Slot, targetOf, type WeekDraft } from './planning.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { planCell, PlanPlace } from './PlanPlace.tsx'
import { CycleDialog } from './StartDialog.tsx'
import { daysInOrder, useWeekdayName } from './weekday-name.ts'
import './week.css'

type Props = { timetableId: string; onBack: () => void; onPublish: () => void }

/** One version of the week: a draft is planned class by class, a published one is only read. */
export function DraftEditor({ timetableId, onBack, onPublish }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(timetableDrafts.get, { timetableId })
  useLive('timetable', timetableId, (change) => change && void stale(timetableDrafts.get))
  const [naming, setNaming] = useState(false)
  const [pasting, setPasting] = useState(false)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={6} />
  const isDraft = data.timetable.validFrom === null
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label={t('common.back')} onClick={onBack}>
          <ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />
        </IconButton>
        <h2 className="min-w-0 flex-1 basis-40 text-lg font-semibold">
          <Bdi>{data.timetable.timetableName}</Bdi>
        </h2>
        <FilesOf timetableId={timetableId} />
        {isDraft && <Button onClick={() => setNaming(true)}>{t('timetable.nameAndWeeks')}</Button>}
        {isDraft && <Button onClick={() => setPasting(true)}>{t('timetable.paste')}</Button>}
        {isDraft && <Button onClick={onPublish}>{t('timetable.publish')}</Button>}
      </div>
      {naming && <CycleDialog version={data.timetable} onClose={() => setNaming(false)} />}
      {pasting && <PasteDialog draft={data} onClose={() => setPasting(false)} />}
      {!isDraft && <p className="text-muted">{t('timetable.isPublished')}</p>}
      {data.classes.length === 0 ? (
        <Empty sentence={t('timetable.noClasses')} />
      ) : (
        <Planner draft={data} isDraft={isDraft} />
      )}
    </div>
  )
}

/** The version for other programs: aSc XML, or a table. */
function FilesOf({ timetableId }: { timetableId: string }) {
  const { t } = useTranslation()
  const save = (format: 'asc' | 'csv') =>
    void call(weekFiles.file, { timetableId, format })
      .then(({ content, type, fileName }) => keepFile(new Blob([content], { type }), fileName))
      .catch(toastRefusal)
  return (
    <>
      <Button tone="quiet" icon={<Download className="size-5" aria-hidden="true" />} onClick={() => save('asc')}>
        {t('timetable.file.asAsc')}
      </Button>
      <Button tone="quiet" icon={<Download className="size-5" aria-hidden="true" />} onClick={() => save('csv')}>
        {t('timetable.file.asTable')}
      </Button>
    </>
  )
}

function Planner({ draft, isDraft }: { draft: WeekDraft; isDraft: boolean }) {
  const { t } = useTranslation()
  const [classId, setClassId] = useState(draft.classes[0]!.id)
  const [chosenId, choose] = useState<string | null>(null)
  const [edited, setEdited] = useState<{ lesson: LessonPlanned | null; slot: Slot } | null>(null)
  const [dividing, setDividing] = useState(false)
  const move = useChange(timetableDrafts.move)
  const rules = useMemo(() => clashRulesOf(draft), [draft])
  const chosen = draft.lessons.find(({ id }) => id === chosenId)
  const own = draft.lessons.filter(({ classes }) => classes.some(({ classRoomId }) => classRoomId === classId))

  function put(slot: Slot) {
    if (!chosen) return
    const target = targetOf(chosen, slot, draft.lessons, rules)
    if (target.is === 'taken' || target.is === 'beyond') return
    choose(null)
    if (target.is === 'here') return
    const moves = [{ lessonId: chosen.id, ...slot }]
    if (target.is === 'swap') moves.push({ lessonId: target.with.id, weekday: chosen.weekday, number: chosen.number })
    const { id: timetableId, version } = draft.timetable
    void move({ timetableId, baseVersion: version, moves }).catch(toastRefusal)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Dropdown
          label={t('timetable.kinds.class')}
          items={draft.classes.map(({ id, name }) => ({ value: id, label: name }))}
          value={classId}
          onChange={setClassId}
        />
        <p className="text-sm text-muted">{t(chosen ? 'timetable.chooseTarget' : 'timetable.howToPlan')}</p>
        <Button tone="quiet" onClick={() => setDividing(true)}>
          {t('timetable.groups')}
        </Button>
        {dividing && <GroupsDialog classRoomId={classId} onClose={() => setDividing(false)} />}
        {chosen && (
          <Button tone="quiet" onClick={() => choose(null)}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
      <PlanTable
        draft={draft}
        own={own}
        chosen={chosen}
        rules={rules}
        isDraft={isDraft}
        label={nameAmong(draft.classes, classId)}
        onChoose={choose}
        onPut={put}
        onEdit={(lesson, slot) => setEdited({ lesson, slot })}
      />
      {edited && (
        <LessonDialog
          draft={draft}
          classId={classId}
          slot={edited.slot}
          lesson={edited.lesson}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

type TableProps = {
  draft: WeekDraft
  /** The lessons of the class that is shown. */
  own: LessonPlanned[]
  chosen: LessonPlanned | undefined
  rules: Rules
  isDraft: boolean
  label: string
  onChoose: (id: string | null) => void
  onPut: (slot: Slot) => void
  onEdit: (lesson: LessonPlanned | null, slot: Slot) => void
}

function PlanTable({ draft, own, chosen, rules, isDraft, label, onChoose, onPut, onEdit }: TableProps) {
  const { t } = useTranslation()
  const weekday = useWeekdayName()
  const days = daysInOrder(draft.openWeekdays)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape lets go of the chosen lesson */}
      <table
        className="week-plan w-full border-collapse bg-surface text-start text-sm"
        onKeyDown={({ key }) => key === 'Escape' && onChoose(null)}
      >
        <caption className="sr-only">{label}</caption>
        <thead className="max-md:hidden">
          <tr>
            <th scope="col" className={planCell}>
              {t('timetable.lesson')}
            </th>
            {days.map((day) => (
              <th key={day} scope="col" className={planCell}>
                {weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbersOf(draft).map((number) => (
            <tr key={number}>
              <th scope="row" className={planCell}>
                <Digits>{number}</Digits>
              </th>
              {days.map((day) => {
                const slot = { weekday: day, number }
                return (
                  <PlanPlace
                    key={day}
                    draft={draft}
                    slot={slot}
                    label={`${weekday(day)} ${number}`}
                    lessons={lessonsAt(own, slot)}
                    chosen={chosen}
                    target={chosen ? targetOf(chosen, slot, draft.lessons, rules) : null}
                    {...(isDraft && {
                      onChoose,
                      onPut: () => onPut(slot),
                      onAdd: () => onEdit(null, slot),
                      onEdit: (lesson: LessonPlanned) => onEdit(lesson, slot),
                    })}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

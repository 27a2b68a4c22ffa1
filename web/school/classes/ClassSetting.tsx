import { CalendarRange } from 'lucide-react'
import { lazy, useState } from 'react'
import { classes } from '#contract/school/classes/classes.ts'
import { classSettings, NewClass } from '#contract/school/classes/class-settings.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { ClassMark } from '#web/ui/ClassMark.tsx'
import { ActivationSwitch } from '#web/records/ActivationSwitch.tsx'
import { useAddingSeveral } from '#web/records/adding.ts'
import { AddSeveral } from '#web/records/AddSeveral.tsx'
import { useChange } from '#web/records/change.ts'
import { useEditing } from '#web/records/editing.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import type { ClassRoom } from './ClassCard.tsx'
import { AboutClass } from './AboutClass.tsx'
import { WeekOfClass } from './WeekOfClass.tsx'
import { useClassFields } from './class-fields.ts'

const TimetableDialog = lazy(part(async () => (await import('./TimetableDialog.tsx')).TimetableDialog))

/** The classes of a school: list, add, add several, edit, activate, supervisor, weekly timetable. */
export function ClassSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const query = useRead(classes.list, { schoolId: school.id })
  const { fields, start, ready } = useClassFields(school.id)
  const form = { of: 'classes', fields, schema: NewClass, start }
  const several = useAddingSeveral(classSettings.addSeveral)
  const { onAdd, pencil, dialog } = useEditing<ClassRoom>(form, classSettings)
  const [timetableOf, setTimetableOf] = useState<string | null>(null)
  const may = { update: useMay(classSettings.update), turn: useMay(classSettings.activate) }
  const activate = useChange(classSettings.activate)
  const deactivate = useChange(classSettings.deactivate)

  if (several.isAdding && ready) return <AddSeveral {...form} add={classSettings.addSeveral} onClose={several.stop} />

  const timetabled = query.data?.find(({ id }) => id === timetableOf)
  return (
    <RecordList
      of="classes"
      listQuery={query}
      tools={<ExportButton list={classes.list} input={{ schoolId: school.id }} />}
      words={words}
      line={(classRoom) => (
        <RecordRow
          icon={<ClassMark name={classRoom.name} gradeName={classRoom.gradeName} />}
          name={classRoom.name}
          more={<AboutClass classRoom={classRoom} />}
        >
          {classRoom.week && <WeekOfClass week={classRoom.week} />}
          <ActivationSwitch
            name={classRoom.name}
            active={classRoom.active}
            turn={
              may.turn ? () => (classRoom.active ? deactivate : activate)({ classRoomId: classRoom.id }) : undefined
            }
          />
          {may.update && (
            <IconButton
              label={`${t('settings.classes.timetable')}: ${classRoom.name}`}
              onClick={() => setTimetableOf(classRoom.id)}
            >
              <CalendarRange className="size-5" aria-hidden="true" />
            </IconButton>
          )}
          {pencil(classRoom, classRoom.name)}
        </RecordRow>
      )}
      onAdd={onAdd}
      onAddSeveral={several.start}
    >
      {dialog}
      {timetabled && (
        <LazyPart onClose={() => setTimetableOf(null)}>
          <TimetableDialog classRoom={timetabled} onClose={() => setTimetableOf(null)} />
        </LazyPart>
      )}
    </RecordList>
  )
}

const words = ({ name, gradeName, supervisorName }: ClassRoom) => [name, gradeName, supervisorName]

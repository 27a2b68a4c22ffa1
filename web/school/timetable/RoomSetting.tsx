import { NewRoom, roomKinds, timetableSettings } from '#contract/school/timetable/timetable-settings.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ActivationSwitch } from '#web/records/ActivationSwitch.tsx'
import { useChange } from '#web/records/change.ts'
import { useEditing } from '#web/records/editing.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import type { Field } from '#web/records/fields.ts'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'

type Room = OutputOf<typeof timetableSettings.addRoom>

/** The rooms of a school: list, add, edit. */
export function RoomSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const schoolId = school.id
  const listQuery = useRead(timetableSettings.rooms, { schoolId })
  const kind = (value: string) => t(`settings.rooms.kinds.${value}`)
  const fields: Field[] = [
    { name: 'roomName' },
    { name: 'roomKind', kind: 'choice', items: roomKinds.map((value) => ({ value, label: kind(value) })) },
    { name: 'seats', kind: 'number' },
  ]
  const change = useChange(timetableSettings.updateRoom)
  const form = { of: 'rooms', fields, schema: NewRoom, start: { schoolId, roomKind: 'classroom' } }
  const { onAdd, pencil, dialog } = useEditing<Room>(form, {
    add: timetableSettings.addRoom,
    update: timetableSettings.updateRoom,
  })
  return (
    <RecordList
      of="rooms"
      listQuery={listQuery}
      tools={<ExportButton list={timetableSettings.rooms} input={{ schoolId }} />}
      words={({ roomName, roomKind }) => [roomName, kind(roomKind)]}
      line={(room) => (
        <RecordRow
          name={room.roomName}
          more={[kind(room.roomKind), ...(room.seats ? [t('settings.rooms.places', { count: room.seats })] : [])].join(
            ' · ',
          )}
        >
          {pencil(room, room.roomName)}
          <ActivationSwitch
            name={room.roomName}
            active={room.active}
            means={t('settings.rooms.inactiveMeans')}
            turn={() => change({ id: room.id, schoolId, active: !room.active })}
          />
        </RecordRow>
      )}
      onAdd={onAdd}
    >
      {dialog}
    </RecordList>
  )
}

import { studentRecords } from '#contract/people/students/student-records.ts'
import { queryClient } from '#web/lib/query.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { LazyEditForm, LazyPictureField } from '#web/records/lazy-parts.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { useClassChoices } from './class-choices.ts'
import { type OneStudent, studentName } from './student.ts'
import { changedStudent, studentFields } from './student-fields.ts'

type Props = {
  school: OwnSchool
  student: OneStudent
  /** Whether the choice of the class is open at once. */
  moves: boolean
  mayEdit: boolean
  mayPicture: boolean
  onClose: () => void
}

/** The picture and the details of a student, to be changed beside the page. */
export function StudentSheet({ school, student, moves, mayEdit, mayPicture, onClose }: Props) {
  const classRooms = useClassChoices(school.id)
  const is = student.leftOn ? 'left' : 'enrolled'
  return (
    <Dialog side open onOpenChange={(open) => !open && onClose()} title={studentName(student)}>
      <div className="space-y-5">
        {mayPicture && (
          <LazyPictureField
            type={1}
            ownerId={student.id}
            src={student.imageUrl}
            names={[student.firstName, student.lastName]}
            label="settings.students.picture"
            onChanged={() => void queryClient.invalidateQueries()}
          />
        )}
        {mayEdit && !classRooms.ready && (
          <LoadingOrFailed error={classRooms.error} again={classRooms.refetch} count={3} />
        )}
        {mayEdit && classRooms.ready && (
          <LazyEditForm
            key={is}
            of="students"
            fields={studentFields(classRooms.open(student.classRoomId), is, moves)}
            schema={changedStudent[is]}
            start={{ schoolId: school.id }}
            row={student}
            update={studentRecords.update}
            onSaved={onClose}
            beside={<DialogCancel />}
          />
        )}
      </div>
    </Dialog>
  )
}

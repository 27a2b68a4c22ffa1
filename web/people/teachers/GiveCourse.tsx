import { useController, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Id, List } from '#contract/language/fields.ts'
import { classTeaching, teacherCourses } from '#contract/people/teachers/teaching.ts'
import { useRead } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { classItems } from '#web/ui/class-name.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { useChange } from '#web/records/change.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { itemsOf } from '#web/ui/items.ts'
import type { OfferedClass, Course, Link, Teacher } from './teacher.ts'

type Props = {
  school: OwnSchool
  teacher: Teacher
  /** The course that gets further classes; null chooses a new one. */
  course: Course | null
  /** The courses that the teacher has already. */
  courses: Course[]
  links: Link[]
  onClose: () => void
}

type Given = { courseId: string; classRoomIds: string[] }

/** Gives a teacher a course together with its classes, or adds classes to one of their courses. */
export function GiveCourse({ school, teacher, course, courses, links, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(classTeaching.formData, { schoolId: school.id })
  const giveCourse = useChange(teacherCourses.add)
  const giveClass = useChange(classTeaching.add)

  const has = new Set(courses.map(({ id }) => id))
  const teaches = (courseId: string, classRoomId: string) =>
    links.some((link) => link.courseId === courseId && link.classRoomId === classRoomId)

  /** Each class is a call of its own; what was stored before one is refused stays, and is not sent again. */
  async function save({ courseId, classRoomIds }: Given) {
    const teacherId = teacher.id
    if (!has.has(courseId)) await giveCourse({ teacherId, schoolId: school.id, courseId })
    for (const classRoomId of classRoomIds)
      if (!teaches(courseId, classRoomId)) await giveClass({ teacherId, courseId, classRoomId })
    toast({ title: t('settings.added') })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={course ? `${t('settings.teachers.addClasses')}: ${isolated(course.name)}` : t('settings.teachers.give')}
    >
      {data ? (
        <Form<Given>
          schema={course ? FurtherClasses : NewTeaching}
          start={{ courseId: course?.id ?? '', classRoomIds: [] }}
          save={save}
          submit="settings.add"
          beside={<DialogCancel />}
        >
          {!course && (
            <ChoiceField
              name="courseId"
              label="settings.teachers.courseId"
              items={itemsOf(data.courses.filter(({ id }) => !has.has(id)))}
              hint={data.courses.length === 0 ? 'settings.teachers.noCourseYet' : undefined}
            />
          )}
          <ClassesField classes={data.classRooms} teaches={teaches} />
        </Form>
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={2} />
      )}
    </Dialog>
  )
}

type ClassesProps = { classes: OfferedClass[]; teaches: (courseId: string, classRoomId: string) => boolean }

/** Any number of the classes in which the teacher does not teach the chosen course yet. */
function ClassesField({ classes, teaches }: ClassesProps) {
  const { t } = useTranslation()
  const courseId = useWatch<Given, 'courseId'>({ name: 'courseId' })
  const { field, fieldState } = useController<Given, 'classRoomIds'>({ name: 'classRoomIds' })
  const { value, onChange, ref } = field
  const error = fieldState.error?.message
  const label = t('settings.teachers.classes')
  return (
    <div>
      <span aria-hidden="true" className="mb-1.5 block font-medium">
        {label}
      </span>
      <Dropdown
        multiple
        wide
        ref={ref}
        label={label}
        placeholder={t('settings.teachers.chooseClasses')}
        items={classItems(classes).filter(({ value: id }) => !teaches(courseId, id))}
        value={value}
        onChange={onChange}
        invalid={error !== undefined}
        describedBy={error && 'classes-error'}
        className="min-h-12"
      />
      {error && (
        <p id="classes-error" className="mt-1.5 text-sm text-danger">
          {translated(error)}
        </p>
      )}
    </div>
  )
}

const NewTeaching = z.strictObject({ courseId: Id, classRoomIds: List(Id, 0, 200) })

const FurtherClasses = z.strictObject({ courseId: Id, classRoomIds: List(Id, 1, 200) })

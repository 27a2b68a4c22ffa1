import { Plus, X } from 'lucide-react'
import { classTeaching, teacherCourses } from '#contract/people/teachers/teaching.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { useChange } from '#web/records/change.ts'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { RemoveButton } from '#web/records/RemoveButton.tsx'
import type { Course, Link, Teacher } from './teacher.ts'

type Props = {
  school: OwnSchool
  teacher: Teacher
  course: Course
  /** The classes in which the teacher teaches it. */
  links: Link[]
  onAddClasses: (() => void) | undefined
}

/** One course of a teacher with its classes; a class is taken off by its cross, the course with all of them by its bin. */
export function CourseCard({ school, teacher, course, links, onAddClasses }: Props) {
  const { t } = useTranslation()
  const mayRemove = useMay(teacherCourses.remove)
  const remove = useChange(teacherCourses.remove)
  return (
    <li className="@container rounded-card border border-line bg-surface">
      <RecordRow name={course.name}>
        {onAddClasses && (
          <Button
            tone="quiet"
            aria-label={`${t('settings.teachers.addClasses')}: ${course.name}`}
            icon={<Plus className="size-5" aria-hidden="true" />}
            onClick={onAddClasses}
          >
            {t('settings.teachers.addClasses')}
          </Button>
        )}
        {mayRemove && (
          <RemoveButton
            name={course.name}
            means={t('settings.teachers.removeCourseMeans')}
            run={() => remove({ teacherId: teacher.id, schoolId: school.id, courseId: course.id })}
          />
        )}
      </RecordRow>
      <ul
        className="flex flex-wrap gap-2 px-4 pb-4 md:px-5"
        aria-label={`${t('settings.teachers.classes')}: ${course.name}`}
      >
        {links.length === 0 && <li className="text-sm text-muted">{t('settings.teachers.noClasses')}</li>}
        {links.map((link) => (
          <li key={link.classRoomId}>
            <TaughtClass link={link} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function TaughtClass({ link }: { link: Link }) {
  const { t } = useTranslation()
  const mayRemove = useMay(classTeaching.remove)
  const remove = useChange(classTeaching.remove)
  const { teacherId, classRoomId, classRoomName, courseId, courseName } = link
  const chip = 'inline-flex min-h-11 items-center rounded-full border border-line ps-4 [overflow-wrap:anywhere]'
  if (!mayRemove) {
    return (
      <span className={`${chip} pe-4`}>
        <Bdi>{classRoomName}</Bdi>
      </span>
    )
  }
  return (
    <span className={chip}>
      <Bdi>{classRoomName}</Bdi>
      <AskFirst
        title={t('settings.teachers.removeClassAsk', { course: isolated(courseName), name: isolated(classRoomName) })}
        submit={t('settings.remove')}
        run={() => remove({ teacherId, classRoomId, courseId })}
        danger
      >
        {(ask, busy) => (
          <IconButton label={`${t('settings.remove')}: ${classRoomName}`} onClick={ask} disabled={busy}>
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        )}
      </AskFirst>
    </span>
  )
}

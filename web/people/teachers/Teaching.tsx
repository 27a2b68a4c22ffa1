import { ArrowLeft, Plus } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import { classTeaching, teacherCourses } from '#contract/people/teachers/teaching.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Button } from '#web/ui/Button.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { CourseCard } from './CourseCard.tsx'
import { type Course, teacherName, type Teacher } from './teacher.ts'
import { PhoneNumber } from '#web/ui/Bdi.tsx'

const loadGiveCourse = part(async () => (await import('./GiveCourse.tsx')).GiveCourse)
const GiveCourse = lazy(loadGiveCourse)

type Props = { school: OwnSchool; teacher: Teacher; onClose: () => void }

/** What one teacher teaches in a school: their courses, and the classes of each course. */
export function Teaching({ school, teacher, onClose }: Props) {
  const { t } = useTranslation()
  const given = useRead(teacherCourses.list, { teacherId: teacher.id, schoolId: school.id })
  const taught = useRead(classTeaching.list, { teacherId: teacher.id })
  const mayGive = useMay(classTeaching.add)
  const [giving, setGiving] = useState<Course | 'new' | null>(null)
  usePrefetch(loadGiveCourse)
  // The row that led here is gone, and with it the focus.
  useEffect(() => document.getElementById('main')?.focus({ preventScroll: true }), [])

  const links = (taught.data ?? []).filter(({ schoolId }) => schoolId === school.id)
  const courses = given.data?.map(({ courseId: id, courseName: name }) => ({ id, name }))

  const give = mayGive && (
    <Button tone="primary" icon={<Plus className="size-5" aria-hidden="true" />} onClick={() => setGiving('new')}>
      {t('settings.teachers.give')}
    </Button>
  )

  return (
    <Screen
      title={teacherName(teacher)}
      tab={t('settings.teachers.title')}
      lead={teacher.phoneNumber && <PhoneNumber phone={teacher.phoneNumber} />}
      tools={
        <>
          <Button icon={<ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />} onClick={onClose}>
            {t('settings.teachers.all')}
          </Button>
          {courses && courses.length > 0 && give}
        </>
      }
    >
      <RowStates
        rows={taught.data && courses}
        error={given.error ?? taught.error}
        again={() => Promise.all([given.refetch(), taught.refetch()])}
        count={3}
        empty={<Empty sentence={t('settings.teachers.noCourses')}>{give}</Empty>}
      >
        {(taughtCourses) => (
          <ul className="space-y-3" aria-label={t('settings.teachers.teaches')}>
            {taughtCourses.map((course) => (
              <CourseCard
                key={course.id}
                school={school}
                teacher={teacher}
                course={course}
                links={links.filter(({ courseId }) => courseId === course.id)}
                onAddClasses={mayGive ? () => setGiving(course) : undefined}
              />
            ))}
          </ul>
        )}
      </RowStates>
      {giving && courses && (
        <LazyPart onClose={() => setGiving(null)}>
          <GiveCourse
            school={school}
            teacher={teacher}
            course={giving === 'new' ? null : giving}
            courses={courses}
            links={links}
            onClose={() => setGiving(null)}
          />
        </LazyPart>
      )}
    </Screen>
  )
}

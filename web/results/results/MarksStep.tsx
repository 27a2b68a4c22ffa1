import { useTranslation } from '#web/lib/i18n.ts'
import { FilterChoice } from '#web/records/lazy-parts.tsx'
import { ChipLine } from '#web/ui/ChipLine.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { Empty } from '#web/ui/States.tsx'
import { ResultGrid } from './ResultGrid.tsx'
import type { GradeProps } from './term.ts'

/** The marks of a class in a course. */
export function MarksStep({ termId, grade, query, choose, gradeChoice, termChoice }: GradeProps) {
  const { t } = useTranslation()
  const classRoom = grade.classes.find(({ id }) => id === query.get('class')) ?? grade.classes[0]!
  const course = classRoom.courses.find(({ id }) => id === query.get('course')) ?? classRoom.courses[0]
  return (
    <div className="space-y-2">
      <ChipLine label={t('results.choose')}>
        {gradeChoice}
        <FilterChoice
          chip
          label={t('results.class')}
          items={itemsOf(grade.classes)}
          value={classRoom.id}
          onChange={(id) => choose({ class: id, course: '' })}
        />
        {course && (
          <FilterChoice
            chip
            label={t('results.course')}
            items={itemsOf(classRoom.courses)}
            value={course.id}
            onChange={(id) => choose({ course: id })}
          />
        )}
        {termChoice}
      </ChipLine>
      {course ? (
        <ResultGrid
          key={termId + classRoom.id + course.id}
          place={{ classRoomId: classRoom.id, courseId: course.id, termId }}
        />
      ) : (
        <Empty sentence={t('results.noCourse')} />
      )}
    </div>
  )
}

import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import { RuledCell, RuledTable } from '#web/ui/RuledTable.tsx'
import { type DayOfCovers, placeOf } from './cover-words.ts'

const heads = ['lesson', 'classRoom', 'course', 'covering', 'forWhom', 'signature']

/** The covers of a day on A4, for the door, with a place to sign. Why somebody is absent is not on it. */
export function DaySheet({ data, school, onClose }: { data: DayOfCovers; school: OwnSchool; onClose: () => void }) {
  const { t } = useTranslation()
  const inOrder = data.lessons.toSorted(
    (one, other) =>
      (one.starts ?? '').localeCompare(other.starts ?? '') ||
      one.number - other.number ||
      one.classNames.join().localeCompare(other.classNames.join()),
  )
  return (
    <OnPaper size="A4" className="text-sm" onClose={onClose}>
      <p className="text-lg">
        <Bdi>{school.name}</Bdi>
      </p>
      <h1 className="mt-1 text-xl">{t('cover.sheet.title')}</h1>
      <p className="mb-3">
        <Day day={data.day} named />
      </p>
      <RuledTable heads={heads.map((key) => t(`cover.sheet.${key}`))}>
        {inOrder.map((lesson) => (
          <tr key={lesson.lessonId} className="break-inside-avoid">
            <RuledCell>
              <span className="whitespace-nowrap">
                <Digits>{placeOf(lesson)}</Digits>
              </span>
            </RuledCell>
            <RuledCell>
              <Bdi>{[...lesson.classNames, ...lesson.roomNames].join(' · ')}</Bdi>
            </RuledCell>
            <RuledCell>
              <Bdi>{lesson.courseName}</Bdi>
            </RuledCell>
            <RuledCell>
              <Bdi>{lesson.cover?.teacherName}</Bdi>
              {lesson.cover && lesson.cover.way !== 'cover' && (
                <span className="block">{t(`cover.way.${lesson.cover.way}`)}</span>
              )}
            </RuledCell>
            <RuledCell>
              <Bdi>{lesson.absentName}</Bdi>
            </RuledCell>
            <RuledCell>
              <span className="block h-10 w-40" />
            </RuledCell>
          </tr>
        ))}
      </RuledTable>
    </OnPaper>
  )
}

import { useState } from 'react'
import { remarkSettings } from '#contract/results/results/remark-settings.ts'
import { remarkLanguages } from '#contract/results/results/results.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { FilterChoice } from '#web/records/lazy-parts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChipLine } from '#web/ui/ChipLine.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { Segments } from '#web/ui/Segments.tsx'
import { Empty } from '#web/ui/States.tsx'
import { RemarkProofs } from './RemarkProofs.tsx'
import { RemarksOfClass } from './RemarksOfClass.tsx'
import type { GradeProps } from './term.ts'

const ofClass = 'class'

/** What teachers write on the report cards of a class, and for the office the proofs of the whole grade. */
export function RemarksStep({ school, termId, grade, data, query, choose, gradeChoice, termChoice }: GradeProps) {
  const { t, language: spoken } = useTranslation()
  const [language, setLanguage] = useState<'ar' | 'en'>(spoken === 'ar' ? 'ar' : 'en')
  const isProof = data.may.manage && query.get('proof') === '1'
  const classRoom = grade.classes.find(({ id }) => id === query.get('class')) ?? grade.classes[0]!
  const courses = useWritten(school.id, classRoom)
  const course = courses.find(({ id }) => id === query.get('course')) ?? courses[0]
  return (
    <div className="space-y-3">
      <ChipLine label={t('results.choose')}>
        {gradeChoice}
        {!isProof && (
          <FilterChoice
            chip
            label={t('results.class')}
            items={itemsOf(grade.classes)}
            value={classRoom.id}
            onChange={(id) => choose({ class: id, course: '' })}
          />
        )}
        {!isProof && course && (
          <FilterChoice
            chip
            label={t('remarks.about')}
            items={itemsOf(courses)}
            value={course.id}
            onChange={(id) => choose({ course: id })}
          />
        )}
        {termChoice}
      </ChipLine>
      <Choices {...{ isProof, language, choose }} manages={data.may.manage} onLanguage={setLanguage} />
      {isProof && (
        <RemarkProofs
          key={termId + grade.id}
          place={{ schoolId: school.id, termId, gradeId: grade.id }}
          isClosed={grade.closing !== null}
          toMissing={() => choose({ tab: 'missing' })}
        />
      )}
      {!isProof && course && (
        <RemarksOfClass
          key={[termId, classRoom.id, course.id, language].join(' ')}
          schoolId={school.id}
          course={course.id === ofClass ? null : course.name}
          courses={classRoom.courses}
          title={[school.name, classRoom.name, course.name].join(' · ')}
          place={{
            classRoomId: classRoom.id,
            termId,
            language,
            ...(course.id !== ofClass && { courseId: course.id }),
          }}
        />
      )}
      {!isProof && !course && (
        <Empty sentence={t(classRoom.courses.length === 0 ? 'results.noCourse' : 'remarks.notWritten')} />
      )}
    </div>
  )
}

/** What is written about a class at this school: of the class itself, and of its courses. */
function useWritten(schoolId: string, { whole, courses }: GradeProps['grade']['classes'][number]) {
  const { t } = useTranslation()
  const { data: settings } = useRead(remarkSettings.get, { schoolId })
  return [
    ...(whole && settings?.classBy !== 'nobody' ? [{ id: ofClass, name: t('remarks.ofClass') }] : []),
    ...(settings?.courses === false ? [] : courses),
  ]
}

type ChoicesProps = {
  manages: boolean
  isProof: boolean
  language: 'ar' | 'en'
  choose: GradeProps['choose']
  onLanguage: (language: 'ar' | 'en') => void
}

/** Writing or reading proofs, and the language of the card. */
function Choices({ manages, isProof, language, choose, onLanguage }: ChoicesProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-2">
      {manages && (
        <>
          <Segments
            label={t('remarks.view')}
            items={[
              { value: '', label: t('remarks.write') },
              { value: '1', label: t('remarks.proof') },
            ]}
            value={isProof ? '1' : ''}
            onChange={(proof) => choose({ proof })}
          />
          <Button tone="quiet" onClick={() => choose({ tab: 'scheme', remarks: 'set' })}>
            {t('remarks.set.title')}
          </Button>
        </>
      )}
      {!isProof && (
        <Segments
          label={t('remarks.language')}
          items={remarkLanguages.map((value) => ({ value, label: t(`remarks.in.${value}`) }))}
          value={language}
          onChange={onLanguage}
        />
      )}
    </div>
  )
}

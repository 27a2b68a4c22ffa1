import { Columns3, FileDown, Printer } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { resultRegisters } from '#contract/results/results/registers.ts'
import { classSheets, gradeSheets, resultSheets } from '#contract/results/results/sheets.ts'
import { toWire } from '#contract/language/wire-names.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { downloaded } from '#web/lib/download.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChipLine } from '#web/ui/ChipLine.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { itemsOf } from '#web/ui/items.ts'
import type { ResultChoices } from './plan.ts'
import { SheetTable } from './SheetTable.tsx'

const PrintSheet = lazy(part(async () => (await import('./PrintSheet.tsx')).PrintSheet))
const RegisterColumns = lazy(
  // The texts of settings have the names of newspapers that published an order of columns.
  part(async () => (await import('./RegisterColumns.tsx')).RegisterColumns, '.settings'),
)

type Grade = ResultChoices['grades'][number]
type Props = {
  school: OwnSchool
  termId: string
  grade: Grade
  gradeChoice: ReactNode
  ofGrade: boolean
}

/** Official lists of a class or a grade: seen here, printed, or taken as a workbook. */
export function SheetsTab({ school, termId, grade, gradeChoice, ofGrade }: Props) {
  const { t, language: spoken } = useTranslation()
  const [list, setList] = useState<(typeof classSheets)[number]>('classSheet')
  const [chosenClass, setChosenClass] = useState('')
  const [chosenCourse, setChosenCourse] = useState('')
  const [ordering, setOrdering] = useState(false)
  const mayOrder = useMay(resultRegisters.save)
  const [language, setLanguage] = useState(spoken)
  const [printing, setPrinting] = useState(false)
  const isRegister = list === 'register'
  const classRoom =
    grade.classes.find(({ id }) => id === chosenClass) ?? (ofGrade && !isRegister ? null : (grade.classes[0] ?? null))
  const courses = classRoom?.courses ?? coursesOf(grade)
  const mayAll = !isRegister && (classRoom ? classRoom.whole : ofGrade)
  const course = courses.find(({ id }) => id === chosenCourse) ?? (mayAll ? null : (courses[0] ?? null))
  const of = { termId, language, ...(course && { courseId: course.id }) }
  const inClass = {
    ...of,
    classRoomId: classRoom?.id ?? '',
    list,
  }
  const inGrade = { ...of, schoolId: school.id, gradeId: grade.id, list: isRegister ? ('classSheet' as const) : list }
  const isReady = classRoom ? course !== null || classRoom.whole : ofGrade
  const ofClass = useRead(resultSheets.ofClass, inClass, { enabled: isReady && classRoom !== null })
  const ofWhole = useRead(resultSheets.ofGrade, inGrade, { enabled: isReady && classRoom === null })
  const { data, error, refetch, isPlaceholderData } = classRoom ? ofClass : ofWhole

  const take = () =>
    void downloaded(exportList, {
      list: classRoom ? resultSheets.ofClass.path : resultSheets.ofGrade.path,
      input: (classRoom
        ? toWire(resultSheets.ofClass.input, inClass)
        : toWire(resultSheets.ofGrade.input, inGrade)) as Record<string, unknown>,
      format: 'xlsx',
      language,
    }).catch(toastRefusal)

  const sheet = isPlaceholderData ? undefined : data
  const tools = (
    <>
      <Button
        short
        tone="primary"
        icon={<Printer className="size-5" aria-hidden="true" />}
        disabled={!sheet || sheet.rows.length === 0 || printing}
        onClick={() => setPrinting(true)}
      >
        {t('results.sheets.print')}
      </Button>
      <Button
        short
        icon={<FileDown className="size-5" aria-hidden="true" />}
        disabled={!sheet || sheet.rows.length === 0}
        onClick={take}
      >
        {t('results.sheets.workbook')}
      </Button>
      {isRegister && mayOrder && (
        <Button short icon={<Columns3 className="size-5" aria-hidden="true" />} onClick={() => setOrdering(true)}>
          {t('results.columns.open')}
        </Button>
      )}
    </>
  )

  return (
    <div className="space-y-2">
      <ChipLine label={t('results.choose')} tools={tools}>
        <Dropdown
          chip
          label={t('results.sheets.which')}
          words
          items={(grade.classes.length > 0 ? classSheets : gradeSheets).map((value) => ({
            value,
            label: t(`results.sheets.list.${value}`),
          }))}
          value={list}
          onChange={(value) => setList(value as typeof list)}
        />
        {gradeChoice}
        <Dropdown
          chip
          label={t('results.class')}
          items={[
            ...(ofGrade && !isRegister ? [{ value: '', label: t('results.sheets.allClasses') }] : []),
            ...itemsOf(grade.classes),
          ]}
          value={classRoom?.id ?? ''}
          onChange={setChosenClass}
        />
        <Dropdown
          chip
          label={t('results.course')}
          items={[...(mayAll ? [{ value: '', label: t('results.sheets.allCourses') }] : []), ...itemsOf(courses)]}
          value={course?.id ?? ''}
          onChange={setChosenCourse}
        />
        <Dropdown
          chip
          label={t('results.sheets.language')}
          items={(['ar', 'en'] as const).map((value) => ({ value, label: t(`results.sheets.${value}`) }))}
          value={language}
          onChange={(value) => setLanguage(value as typeof language)}
        />
      </ChipLine>
      {!data || isPlaceholderData ? (
        <LoadingOrFailed error={error} again={refetch} count={6} />
      ) : (
        <>
          {data.rows.length === 0 ? (
            <Empty sentence={t(`results.sheets.none.${list === 'failed' || list === 'topTen' ? list : 'other'}`)} />
          ) : (
            <SheetTable sheet={data} language={language} />
          )}
          <p lang={language} className={cx('text-sm', data.closing ? 'text-muted' : 'text-wait')}>
            <Bdi>{data.note}</Bdi>
          </p>
          {ordering && (
            <LazyPart onClose={() => setOrdering(false)}>
              <RegisterColumns schoolId={school.id} onClose={() => setOrdering(false)} />
            </LazyPart>
          )}
          {printing && (
            <LazyPart onClose={() => setPrinting(false)}>
              <PrintSheet sheet={data} school={school} language={language} onClose={() => setPrinting(false)} />
            </LazyPart>
          )}
        </>
      )}
    </div>
  )
}

const coursesOf = ({ classes }: Grade) => [
  ...new Map(classes.flatMap(({ courses }) => courses.map((course) => [course.id, course] as const))).values(),
]

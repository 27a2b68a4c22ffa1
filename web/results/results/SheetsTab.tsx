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
import { coursesOf, type Grade } from './plan.ts'
import { type ResultList, SheetTable } from './SheetTable.tsx'

const PrintSheet = lazy(part(async () => (await import('./PrintSheet.tsx')).PrintSheet))
const RegisterColumns = lazy(
  // The texts of settings have the names of newspapers that published an order of columns.
  part(async () => (await import('./RegisterColumns.tsx')).RegisterColumns, '.settings'),
)

type Props = {
  school: OwnSchool
  termId: string
  grade: Grade
  gradeChoice: ReactNode
  termChoice: ReactNode
  ofGrade: boolean
}

/** Official lists of a class or a grade: seen here, printed, or taken as a workbook. */
export function SheetsTab(props: Props) {
  const { t } = useTranslation()
  const chosen = useChosenSheet(props)
  const { data, error, refetch, isPlaceholderData } = useSheet(props, chosen)
  const [opened, setOpened] = useState<Opened>(null)
  const sheet = isPlaceholderData ? undefined : data
  return (
    <div className="space-y-2">
      <ChipLine
        label={t('results.choose')}
        tools={<SheetTools {...props} chosen={chosen} sheet={sheet} opened={opened} onOpen={setOpened} />}
      >
        <SheetChoices {...props} chosen={chosen} />
      </ChipLine>
      {sheet ? (
        <ShownSheet sheet={sheet} chosen={chosen} />
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={6} />
      )}
      {sheet && opened === 'columns' && (
        <LazyPart onClose={() => setOpened(null)}>
          <RegisterColumns schoolId={props.school.id} onClose={() => setOpened(null)} />
        </LazyPart>
      )}
      {sheet && opened === 'print' && (
        <LazyPart onClose={() => setOpened(null)}>
          <PrintSheet sheet={sheet} school={props.school} language={chosen.language} onClose={() => setOpened(null)} />
        </LazyPart>
      )}
    </div>
  )
}

type Opened = 'columns' | 'print' | null
type Chosen = ReturnType<typeof useChosenSheet>

/** The list, class, course and language that are chosen; null for all classes or all courses, where a person may see all. */
function useChosenSheet({ grade, ofGrade }: Props) {
  const { language: spoken } = useTranslation()
  const [list, setList] = useState<(typeof classSheets)[number]>('classSheet')
  const [chosenClass, setClass] = useState('')
  const [chosenCourse, setCourse] = useState('')
  const [language, setLanguage] = useState(spoken)
  const isRegister = list === 'register'
  const mayWhole = ofGrade && !isRegister
  const classRoom = chosenIn(grade.classes, chosenClass, mayWhole)
  const courses = classRoom?.courses ?? coursesOf(grade)
  const mayAll = !isRegister && (classRoom ? classRoom.whole : ofGrade)
  const course = chosenIn(courses, chosenCourse, mayAll)
  const set = { list: setList, class: setClass, course: setCourse, language: setLanguage }
  return { list, isRegister, mayWhole, classRoom, courses, mayAll, course, language, set }
}

const chosenIn = <Item extends { id: string }>(items: readonly Item[], id: string, mayAll: boolean) =>
  items.find((item) => item.id === id) ?? (mayAll ? null : (items[0] ?? null))

/** What a sheet is asked for by, of a class and of a grade. */
function askedOf({ school, termId, grade }: Props, { list, classRoom, course, language }: Chosen) {
  const of = { termId, language, ...(course && { courseId: course.id }) }
  return {
    inClass: { ...of, classRoomId: classRoom?.id ?? '', list },
    inGrade: {
      ...of,
      schoolId: school.id,
      gradeId: grade.id,
      list: list === 'register' ? ('classSheet' as const) : list,
    },
  }
}

function useSheet(props: Props, chosen: Chosen) {
  const { classRoom, course } = chosen
  const { inClass, inGrade } = askedOf(props, chosen)
  const isReady = classRoom ? course !== null || classRoom.whole : props.ofGrade
  const ofClass = useRead(resultSheets.ofClass, inClass, { enabled: isReady && classRoom !== null })
  const ofWhole = useRead(resultSheets.ofGrade, inGrade, { enabled: isReady && classRoom === null })
  return classRoom ? ofClass : ofWhole
}

function SheetChoices({ grade, gradeChoice, termChoice, chosen }: Props & { chosen: Chosen }) {
  const { t } = useTranslation()
  const { list, mayWhole, classRoom, courses, mayAll, course, language, set } = chosen
  return (
    <>
      <Dropdown
        chip
        label={t('results.sheets.which')}
        words
        items={(grade.classes.length > 0 ? classSheets : gradeSheets).map((value) => ({
          value,
          label: t(`results.sheets.list.${value}`),
        }))}
        value={list}
        onChange={(value) => set.list(value as typeof list)}
      />
      {gradeChoice}
      <Dropdown
        chip
        label={t('results.class')}
        items={[...(mayWhole ? [{ value: '', label: t('results.sheets.allClasses') }] : []), ...itemsOf(grade.classes)]}
        value={classRoom?.id ?? ''}
        onChange={set.class}
      />
      <Dropdown
        chip
        label={t('results.course')}
        items={[...(mayAll ? [{ value: '', label: t('results.sheets.allCourses') }] : []), ...itemsOf(courses)]}
        value={course?.id ?? ''}
        onChange={set.course}
      />
      <Dropdown
        chip
        label={t('results.sheets.language')}
        items={(['ar', 'en'] as const).map((value) => ({ value, label: t(`results.sheets.${value}`) }))}
        value={language}
        onChange={(value) => set.language(value as typeof language)}
      />
      {termChoice}
    </>
  )
}

/** Printing, the workbook, and the order of a register's columns; `sheet`: undefined while it loads. */
function SheetTools({
  chosen,
  sheet,
  opened,
  onOpen,
  ...props
}: Props & { chosen: Chosen; sheet: ResultList | undefined; opened: Opened; onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation()
  const mayOrder = useMay(resultRegisters.save)
  const isEmpty = !sheet || sheet.rows.length === 0
  return (
    <>
      <Button
        short
        tone="primary"
        icon={<Printer className="size-5" aria-hidden="true" />}
        disabled={isEmpty || opened === 'print'}
        onClick={() => onOpen('print')}
      >
        {t('results.sheets.print')}
      </Button>
      <Button
        short
        icon={<FileDown className="size-5" aria-hidden="true" />}
        disabled={isEmpty}
        onClick={() => takeWorkbook(props, chosen)}
      >
        {t('results.sheets.workbook')}
      </Button>
      {chosen.isRegister && mayOrder && (
        <Button short icon={<Columns3 className="size-5" aria-hidden="true" />} onClick={() => onOpen('columns')}>
          {t('results.columns.open')}
        </Button>
      )}
    </>
  )
}

function takeWorkbook(props: Props, chosen: Chosen) {
  const { inClass, inGrade } = askedOf(props, chosen)
  void downloaded(exportList, {
    list: chosen.classRoom ? resultSheets.ofClass.path : resultSheets.ofGrade.path,
    input: (chosen.classRoom
      ? toWire(resultSheets.ofClass.input, inClass)
      : toWire(resultSheets.ofGrade.input, inGrade)) as Record<string, unknown>,
    format: 'xlsx',
    language: chosen.language,
  }).catch(toastRefusal)
}

function ShownSheet({ sheet, chosen: { list, language } }: { sheet: ResultList; chosen: Chosen }) {
  const { t } = useTranslation()
  return (
    <>
      {sheet.rows.length === 0 ? (
        <Empty sentence={t(`results.sheets.none.${list === 'failed' || list === 'topTen' ? list : 'other'}`)} />
      ) : (
        <SheetTable sheet={sheet} language={language} />
      )}
      <p lang={language} className={cx('text-sm', sheet.closing ? 'text-muted' : 'text-wait')}>
        <Bdi>{sheet.note}</Bdi>
      </p>
    </>
  )
}

import { ArrowLeft, NotebookText } from 'lucide-react'
import { lazy, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { Refused } from '#contract/language/caller.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { uploads } from '#contract/platform/pictures/pictures.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { isId, paths } from '#web/lib/paths.ts'
import { queryClient } from '#web/lib/query.ts'
import { useHolds } from '#web/lib/session.ts'
import { useKeepOpened } from '#web/lib/recent.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { LazyMoreActions } from '#web/ui/LazyMoreActions.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Failed } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { LazyEditForm, LazyPictureField } from '#web/records/lazy-parts.tsx'
import { ParentsOf } from '#web/people/parents/ParentsOf.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { useClassChoices } from './class-choices.ts'
import { Leaving } from './Leaving.tsx'
import { Standing } from './Standing.tsx'
import { type OneStudent, studentName } from './student.ts'
import { changedStudent, studentFields } from './student-fields.ts'

const StudentReaders = lazy(
  part(async () => (await import('#web/platform/audit/StudentReaders.tsx')).StudentReaders, '.home'),
)

const MergesCard = lazy(
  part(async () => (await import('#web/people/student-merges/MergesCard.tsx')).MergesCard, '.family'),
)

const RecordTab = lazy(
  part(async () => (await import('#web/people/official-records/RecordTab.tsx')).RecordTab, '.records'),
)

type Props = { school: OwnSchool; studentId: string; onClose: () => void }

/** A student of a school: picture, names, class, seat, state and parents. */
export function StudentScreen({ school, studentId, onClose }: Props) {
  const { t } = useTranslation()
  const isCut = !isId(studentId)
  const query = useRead(studentRecords.get, { studentId }, { enabled: !isCut })
  // The rights of the reader, and the classes to choose from, belong to the selected school.
  const student = query.data?.schoolId === school.id ? query.data : undefined
  const error = isCut || (query.data && !student) ? new Refused(404, 'Not found') : query.error
  useKeepOpened('student', student)
  const holds = useHolds()
  const seesReaders = useMay(auditLog.readersOfStudent, school.id)
  const seesRecords = ['ViewAttendanceList', 'ViewHomework', 'ViewExams', 'ViewActivities', 'ViewNotes'].some(holds)
  // The row that was pressed no longer exists, and the focus was lost with it.
  useEffect(() => document.getElementById('main')?.focus({ preventScroll: true }), [])

  return (
    <Screen
      title={student ? studentName(student) : t('settings.students.student')}
      tab={t('settings.students.student')}
      lead={
        student && (
          <>
            <Digits>{student.code}</Digits> · <Bdi>{student.classRoomName}</Bdi>
          </>
        )
      }
      tools={
        <>
          <Button icon={<ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />} onClick={onClose}>
            {t('settings.students.all')}
          </Button>
          {seesRecords && !isCut && (
            <LinkButton
              to={paths.child(studentId, 'staff')}
              state={{ studentId }}
              icon={<NotebookText className="size-5" aria-hidden="true" />}
            >
              {t('settings.students.records')}
            </LinkButton>
          )}
          {student && !student.isMerged && <LazyMoreActions of="student" id={student.id} />}
        </>
      }
    >
      {student ? (
        <Parts school={school} student={student} seesReaders={seesReaders} />
      ) : (
        <LoadingOrFailed error={error} again={query.refetch} count={5} />
      )}
    </Screen>
  )
}

type PartsProps = { school: OwnSchool; student: OneStudent; seesReaders: boolean }

/** The student, and the official record for people who may see it. */
function Parts({ school, student, seesReaders }: PartsProps) {
  const { t } = useTranslation()
  const mayRecord = useMay(officialRecords.get, school.id)
  const mayHealth = useMay(officialRecords.health, school.id)
  const mayMerge = useMay(studentMerges.merge, school.id)
  const named = { ...student, studentName: studentName(student) }
  const general = (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <About school={school} student={student} />
      <div className="space-y-5">
        {!student.isMerged && (
          <>
            {!student.leftOn && <Standing school={school} student={student} />}
            <Leaving school={school} student={student} />
            <ParentsOf school={school} studentId={student.id} />
          </>
        )}
        {mayMerge && (
          <LazyPart>
            <MergesCard school={school} student={named} />
          </LazyPart>
        )}
        {seesReaders && (
          <LazyPart>
            <StudentReaders studentId={student.id} lead="leadSchool" />
          </LazyPart>
        )}
      </div>
    </div>
  )
  if (!mayRecord && !mayHealth) return general
  const record = (
    <LazyPart fallback={<Loading count={5} />}>
      <RecordTab school={school} student={named} />
    </LazyPart>
  )
  return (
    <Tabs
      label={t('settings.students.parts')}
      param="part"
      tabs={[
        { value: 'general', label: t('settings.students.general'), panel: general },
        { value: 'record', label: t('settings.students.record'), panel: record },
      ]}
    />
  )
}

/** The student's details, as a form for people who may change them. */
function About({ school, student }: { school: OwnSchool; student: OneStudent }) {
  const { t } = useTranslation()
  const mayEdit = useHolds()('UpdateStudentInfo') && !student.isMerged
  const mayPicture = useMay(uploads[1]) && !student.isMerged
  const classRooms = useClassChoices(school.id)
  const moves = useSearchParams()[0].get('open') === 'class'
  const names = [student.firstName, student.lastName]
  const is = student.leftOn ? 'left' : 'enrolled'
  return (
    <Card className="space-y-5">
      {mayPicture ? (
        <LazyPictureField
          type={1}
          ownerId={student.id}
          src={student.imageUrl}
          names={names}
          label="settings.students.picture"
          onChanged={() => void queryClient.invalidateQueries()}
        />
      ) : (
        <Avatar names={names} src={student.imageUrl} className="size-20 text-xl" />
      )}
      {student.isMerged && <p className="text-muted">{translated('This student was merged with another')}</p>}
      {mayEdit ? (
        <>
          {classRooms.error && !classRooms.ready && <Failed error={classRooms.error} again={classRooms.refetch} />}
          {classRooms.ready && (
            <LazyEditForm
              key={is}
              of="students"
              fields={studentFields(classRooms.open(student.classRoomId), is, moves)}
              schema={changedStudent[is]}
              start={{ schoolId: school.id }}
              row={student}
              update={studentRecords.update}
            />
          )}
        </>
      ) : (
        <dl className="space-y-3">
          <Fact label={t('settings.students.classRoomId')}>
            <Bdi>{student.classRoomName}</Bdi>
          </Fact>
          {student.birthDate && (
            <Fact label={t('settings.students.birthDate')}>
              <Day day={student.birthDate} />
            </Fact>
          )}
        </dl>
      )}
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
)

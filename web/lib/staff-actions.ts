import {
  Armchair,
  CalendarCheck,
  CalendarDays,
  CalendarPlus,
  CalendarRange,
  CalendarX2,
  ClipboardCheck,
  ClipboardList,
  ClipboardPen,
  FileBadge,
  FileUp,
  GraduationCap,
  HandCoins,
  IdCard,
  Inbox,
  ListChecks,
  Lock,
  LogOut,
  MailPlus,
  Megaphone,
  Merge,
  NotebookPen,
  Phone,
  PhoneOutgoing,
  Printer,
  Scale,
  ScrollText,
  Shuffle,
  StickyNote,
  TrendingUp,
  UserCog,
  UserPlus,
  UserX,
} from 'lucide-react'
import { keysOfQueue } from '#contract/overviews/waiting/queue.ts'
import type { Action } from './action.ts'
import { opening, paths } from './paths.ts'

const inStudents = ['ViewClassesSettingSection', 'ViewSchoolStudentsList']
const inTeachers = ['ViewClassesSettingSection', 'ViewTeachersList']
const inYears = ['ViewSchoolSettings', 'ViewYearsSetting']
const reading = ['ViewExams', 'ManageResults']

/** What staff do with one student. */
export const studentActions: Action[] = [
  {
    key: 'transfer',
    Icon: Shuffle,
    needs: ['ViewSchoolStudentsList', 'UpdateStudentInfo'],
    of: 'student',
    to: (id) => paths.studentFile(id, 'class'),
  },
  {
    key: 'certificate',
    Icon: FileBadge,
    needs: ['IssuePapers'],
    of: 'student',
    to: (id) => paths.papersFor('enrolment', id),
  },
  {
    key: 'leave',
    Icon: LogOut,
    needs: ['ViewSchoolStudentsList', 'UpdateStudentInfo'],
    of: 'student',
    to: (id) => paths.studentFile(id, 'leaving'),
  },
  {
    key: 'guardian',
    Icon: UserPlus,
    needs: ['ViewSchoolStudentsList', ['LinkParentToStudent', 'UpdateStudentInfo']],
    of: 'student',
    to: (id) => paths.studentFile(id, 'guardian'),
  },
  {
    key: 'attendanceOf',
    Icon: CalendarCheck,
    needs: ['ViewAttendanceList'],
    of: 'student',
    to: (id) => paths.student(id, 'staff', 'attendance'),
  },
  {
    key: 'resultsOf',
    Icon: ListChecks,
    needs: [reading],
    of: 'student',
    to: (id) => paths.student(id, 'staff', 'results'),
  },
  {
    key: 'note',
    Icon: StickyNote,
    needs: ['ViewNotes', 'AddNote'],
    of: 'student',
    to: (id) => opening(paths.student(id, 'staff', 'notes'), 'note'),
  },
  {
    key: 'conduct',
    Icon: Scale,
    needs: ['RecordConduct'],
    of: 'student',
    to: (id) => opening(paths.student(id, 'staff', 'conduct'), 'conduct'),
  },
  {
    key: 'figures',
    Icon: TrendingUp,
    needs: [['ViewAttendanceList', 'ViewExams', 'ViewExamsSetting']],
    of: 'student',
    to: (id) => paths.student(id, 'staff', 'numbers'),
  },
  {
    key: 'record',
    Icon: IdCard,
    needs: [['ViewStudentRecord', 'EditStudentRecord']],
    of: 'student',
    to: (id) => paths.studentFile(id, undefined, 'record'),
  },
  {
    key: 'merge',
    Icon: Merge,
    needs: ['ViewSchoolStudentsList', 'UpdateStudentInfo'],
    of: 'student',
    to: (id) => paths.studentFile(id, 'merge'),
  },
  {
    key: 'deactivate',
    Icon: UserX,
    needs: ['ViewSchoolStudentsList', 'ChangeStudentActivation'],
    of: 'student',
    to: (id) => paths.studentFile(id, 'state'),
  },
]

/** What staff do with one class. */
export const classActions: Action[] = [
  {
    key: 'register',
    Icon: ClipboardCheck,
    needs: ['ViewAttendanceList', 'AttendanceAction'],
    of: 'class',
    to: (id) => paths.classRoom(id, 'attendance'),
  },
  {
    key: 'classList',
    Icon: Printer,
    needs: ['IssuePapers'],
    of: 'class',
    to: (id) => paths.papersFor('classList', undefined, id),
  },
  {
    key: 'homework',
    Icon: NotebookPen,
    needs: ['ViewHomework', 'AddHomework'],
    of: 'class',
    to: (id) => paths.classRoom(id, 'homework'),
  },
  {
    key: 'exam',
    Icon: ClipboardPen,
    needs: ['ViewExams', ['AddExam', 'AddMultipleExams']],
    of: 'class',
    to: (id) => paths.classRoom(id, 'exams'),
  },
  { key: 'marks', Icon: ListChecks, needs: ['ViewExams'], of: 'class', to: (id) => paths.classRoom(id, 'marks') },
  {
    key: 'moveClass',
    Icon: Shuffle,
    needs: [...inStudents, 'UpdateStudentInfo'],
    of: 'class',
    to: (id) => paths.moveOfClass(id),
  },
]

/** What staff do in the school. */
export const schoolActions: Action[] = [
  { key: 'absent', Icon: PhoneOutgoing, needs: ['HandleAbsence'], to: paths.absence('desk') },
  {
    key: 'waiting',
    Icon: Inbox,
    needs: [Object.values(keysOfQueue).flatMap(([key = '']) => key)],
    to: paths.waiting(),
  },
  { key: 'announce', Icon: Megaphone, needs: ['AddPost'], to: opening(paths.posts(), 'write', 'written') },
  { key: 'excuses', Icon: CalendarX2, needs: ['DecideExcuses'], to: paths.absence('excuses') },
  {
    key: 'addStudent',
    Icon: UserPlus,
    needs: [...inStudents, ['AssignStudentToSchool', 'AssignMultipleStudentsToSchool']],
    to: opening(paths.students(), 'student'),
  },
  {
    key: 'inviteTeacher',
    Icon: MailPlus,
    needs: [...inTeachers, 'LinkTeacherToSchool'],
    to: opening(paths.staff(), 'teacher'),
  },
  {
    key: 'import',
    Icon: FileUp,
    needs: [...inStudents, 'AssignMultipleStudentsToSchool'],
    to: paths.importOfStudents('new'),
  },
  { key: 'reportCards', Icon: FileBadge, needs: ['IssuePapers'], to: paths.papersFor('termCard') },
  { key: 'seats', Icon: Armchair, needs: ['IssuePapers'], to: paths.papers('seats') },
  { key: 'missingMarks', Icon: ClipboardList, needs: [reading], to: paths.results('missing') },
  { key: 'closeTerm', Icon: Lock, needs: ['CloseResults', [...reading, 'CloseResults']], to: paths.results('close') },
  { key: 'schemes', Icon: Scale, needs: ['ManageResults'], to: paths.results('scheme') },
  { key: 'nextYear', Icon: CalendarPlus, needs: [...inYears, 'CompleteYeare'], to: paths.settings('next-year') },
  { key: 'promote', Icon: GraduationCap, needs: [...inYears, 'CompleteYeare'], to: paths.settings('next-year') },
  {
    key: 'holiday',
    Icon: CalendarDays,
    needs: [...inYears, 'ViewCalendar', 'ManageCalendar'],
    to: paths.settings('calendar'),
  },
  { key: 'timetable', Icon: CalendarRange, needs: ['AttendanceAction'], to: paths.timetable() },
  { key: 'planWeek', Icon: CalendarRange, needs: ['ManageTimetable'], to: paths.timetable('drafts') },
  { key: 'coverLessons', Icon: CalendarRange, needs: ['ManageCover'], to: paths.cover() },
  { key: 'ownCovers', Icon: CalendarRange, needs: ['AttendanceAction'], to: paths.cover() },
  { key: 'countCovers', Icon: CalendarRange, needs: ['ManageCover'], to: paths.coverCounts() },
  {
    key: 'giveRole',
    Icon: UserCog,
    needs: ['ViewSchoolSettings', 'ViewPermissionSettings', 'AssignUserRole'],
    to: paths.settings('assign-school-user-role'),
  },
  {
    key: 'phoneChanges',
    Icon: Phone,
    needs: ['ViewSchoolSettings', 'ViewClassesSettingSection', 'ChangePhoneNumbers'],
    to: paths.settings('phone-changes'),
  },
  {
    key: 'pay',
    Icon: HandCoins,
    needs: ['ViewSchoolSettings', 'ViewSchoolSettingSection', 'ViewSchoolPayment'],
    to: paths.settings('payment'),
  },
  {
    key: 'whoDid',
    Icon: ScrollText,
    needs: ['ViewSchoolSettings', 'ViewPermissionSettings', 'ViewAuditLog'],
    to: paths.settings('audit-log'),
  },
]

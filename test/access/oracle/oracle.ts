import * as attendance from './attendance.ts'
import * as classSettings from './class-settings.ts'
import * as classes from './classes.ts'
import * as contacts from './contacts.ts'
import * as courses from './courses.ts'
import * as examWrites from './exam-writes.ts'
import * as exams from './exams.ts'
import type { Line } from './expected.ts'
import * as grades from './grades.ts'
import * as identity from './identity.ts'
import * as languages from './languages.ts'
import * as notes from './notes.ts'
import * as people from './people.ts'
import * as rateHeaders from './rate-headers.ts'
import * as schoolSettings from './school-settings.ts'
import * as schools from './schools.ts'
import * as studentNumbers from './student-numbers.ts'
import * as students from './students.ts'
import * as teachers from './teachers.ts'
import * as teaching from './teaching.ts'
import * as years from './years.ts'

/**
 * What every operation must answer to whom, written by hand from api.md §3, §4 and §12 over the rows of the world. It
 * shares no code with the product: a fault there cannot be repeated here. One line an operation.
 */
export const oracle: Record<string, Line> = {
  'API/Identity/Login': identity.login,
  'API/Identity/Me': identity.me,
  'API/Identity/Logout': identity.logout,
  'API/Identity/Register': people.register,
  'API/Identity/ForgetPassword': people.forgetPassword,
  'API/Identity/ConfirmPhonNumber': people.confirm,
  'API/Identity/AddUserNewPassword': people.setPassword,
  'API/Identity/SaveUserMainInfo': people.saveMainInfo,
  'API/User/GetByPhoneNumber': people.byPhone,
  'API/User/GetUserById': people.get,
  'API/User/UpdateUser': people.update,
  'API/Identity/ChangePassword': people.changePassword,
  'API/Identity/GetSessions': people.sessions,
  'API/Identity/EndSession': people.endSession,
  'API/Identity/EndOtherSessions': people.endOtherSessions,
  'api/School/GetAll': schools.list,
  'api/School/GetById': schools.get,
  'api/School/GetUserSchools': schools.mine,
  'SchoolContact/GetSchoolContacts': schools.contacts,
  'api/School/AddSchool': schoolSettings.add,
  'api/School/UpdateSchool': schoolSettings.update,
  'SchoolContact/AddContact': contacts.add,
  'SchoolContact/UpdateContact': contacts.update,
  'SchoolContact/RemoveContact': contacts.remove,
  'SchoolLanguage/GetLanguageSchools': languages.schools,
  'SchoolLanguage/GetSchoolLanguages': languages.list,
  'SchoolLanguage/AssignLanguage': languages.assign,
  'SchoolLanguage/RemoveLanguage': languages.remove,
  'Language/GetAll': languages.all,
  'RelationType/GetAllTypes': languages.relations,
  'SchoolType/GetAll': languages.schoolTypes,
  'SchoolContactType/GetAll': languages.contactTypes,
  'Grade/GetSchoolGrades': grades.list,
  'Grade/GetSchoolGradeById': grades.get,
  'Grade/AddGrade': grades.add,
  'Grade/AddGrades': grades.addSeveral,
  'Grade/EditGrade': grades.update,
  'SchoolCources/GetSchoolCources': courses.list,
  'SchoolCources/GetSchoolLanguageCources': courses.ofLanguage,
  'SchoolCources/GetSchoolCourceById': courses.get,
  'SchoolCources/AddCourse': courses.add,
  'SchoolCources/AddCourses': courses.addSeveral,
  'SchoolCources/UpdateCourse': courses.update,
  'ClassRoom/GetClassById': classes.get,
  'ClassRoom/GetSchoolClasses': classes.list,
  'ClassRoom/GetSupervisorClasses': classes.supervised,
  'ClassRoom/GetInitialData': classSettings.formData,
  'ClassRoom/AddClass': classSettings.add,
  'ClassRoom/AddClasses': classSettings.addSeveral,
  'ClassRoom/UpdateClass': classSettings.update,
  'ClassRoom/ActivateClass': classSettings.activate,
  'ClassRoom/DeactivateClass': classSettings.deactivate,
  'Student/GetClassRoomStudents': students.ofClass,
  'StudentParent/GetParentStudents': students.children,
  'Attendance/GetStudentsAttendences': attendance.list,
  'Attendance/GetSheets': attendance.sheets,
  'Attendance/SaveAttendance': attendance.save,
  'SchoolTeacher/GetSchoolTeachers': teachers.list,
  'SchoolTeacher/AddSchoolTeacher': teachers.link,
  'SchoolTeacher/UpdateSchoolTeacher': teachers.confirm,
  'SchoolTeacher/RemoveTeacherFromSchool': teachers.unlink,
  'SchoolTeacher/GetTeacherSchools': teachers.mySchools,
  'SchoolTeacherCourse/GetInitialLists': teaching.courseForm,
  'SchoolTeacherCourse/GetSchoolTeacherCoursesList': teaching.courses,
  'SchoolTeacherCourse/GetSchoolTeacherCourse': teaching.course,
  'SchoolTeacherCourse/AddSchoolTeacherCourse': teaching.addCourse,
  'SchoolTeacherCourse/RemoveSchoolTeacherCourse': teaching.removeCourse,
  'ClassRoomTeacherCourse/GetInitialData': teaching.classForm,
  'ClassRoomTeacherCourse/GetTracherData': teaching.ofTeacher,
  'ClassRoomTeacherCourse/GetClassRoomIeacherCourse': teaching.inClass,
  'ClassRoomTeacherCourse/CreateClassRoomTeacherCourse': teaching.addToClass,
  'ClassRoomTeacherCourse/DeleteClassRoomIeacherCourse': teaching.removeFromClass,
  'Exams/GetInitailData': exams.formData,
  'Exams/GetExams': exams.list,
  'Exams/GetExamById': exams.get,
  'Exams/AddNewExam': examWrites.add,
  'Exams/AddExams': examWrites.addSeveral,
  'Exams/UpdateExam': examWrites.update,
  'Exams/RemoveExam': examWrites.remove,
  'ExamRateHeader/GetRateHeader': rateHeaders.get,
  'ExamRateHeader/GetRateHeadersList': rateHeaders.list,
  'ExamRateHeader/CreateRateHeadersList': rateHeaders.add,
  'ExamRateHeader/UpdateRateHeadersList': rateHeaders.update,
  'StudentNote/GetStudentNotesList': notes.list,
  'StudentNote/GetStudentNote': notes.get,
  'StudentNote/CreateStudentNote': notes.add,
  'StudentNote/UpdateStudentNote': notes.update,
  'StudentNote/RemoveStudentNote': notes.remove,
  'Student/GetNumbers': studentNumbers.get,
  'SchoolYear/GetCurrentYear': years.current,
  'SchoolYear/GetSchoolYears': years.list,
  'SchoolYear/GetSchoolYearById': years.get,
  'SchoolYear/CreateSchoolYear': years.add,
  'SchoolYear/UpdateSchoolYear': years.update,
  'SchoolYear/CompleteSchoolYear': years.complete,
  'SchoolYear/ActivateSchoolYear': years.activate,
  'SchoolYear/DeactivateSchoolYear': years.deactivate,
  'SchoolYearMonth/GetYearMonths': years.months,
  'SchoolYearMonth/GetYearMonth': years.month,
  'SchoolYearMonth/CreateYearMonth': years.addMonth,
  'SchoolYearMonth/UpdateYearMonth': years.updateMonth,
  'SchoolYearMonth/ActivateYearMonth': years.activateMonth,
  'SchoolYearMonth/DeactivateYearMonth': years.deactivateMonth,
}

import * as attendance from './attendance.ts'
import * as classSettings from './class-settings.ts'
import * as classes from './classes.ts'
import * as contacts from './contacts.ts'
import * as courses from './courses.ts'
import type { Line } from './expected.ts'
import * as grades from './grades.ts'
import * as identity from './identity.ts'
import * as languages from './languages.ts'
import * as people from './people.ts'
import * as schoolSettings from './school-settings.ts'
import * as schools from './schools.ts'
import * as students from './students.ts'

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
}

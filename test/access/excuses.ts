/** Why something is not missed :: a condition, as a regular expression, then the operations where that is so. */
const text = String.raw`
it is sought again, in the schools where the caller holds the key :: its \w+ is not looked at
    PaymentTransaction/GetPayment SchoolPaymentRequest/GetRequest
it is sought again, in the schools where the caller holds the key :: its school is not looked at
    UserRole/GetUserRole
the key is asked for again in every school named :: open to every key
    UserPermission/RemovePermissionsFromUser UserRole/RemoveUserRoles
what one holds is proven where one asks for it :: .* \(user_roles, roles, roles_held\)$
    Attendance/GetStudentsAttendences
what is named was looked at before, and both ask whether the caller works there, or is a parent :: .*(\bin ?\( ?select|(supervisor|teacher)_id = \$)
    Attendance/GetStudentsAttendences ClassRoom/GetClassById ClassRoomActivity/GetClassroomActivitybyid ClassRoomActivity/GetClassroomActivitysList ClassRoomAssignment/GetClassroomAssignmentbyid
    ClassRoomAssignment/GetClassroomAssignmentsList ClassRoomStudentActivity/GetStudentActivitiesList ClassRoomStudentActivity/GetStudentActivity ClassRoomStudentAssignment/GetStudentAssignment
    ClassRoomStudentAssignment/GetStudentAssignmentsList ClassRoomStudentExam/GetStudentExam ClassRoomStudentExam/GetStudentExamsList ClassRoomTeacherCourse/CreateClassRoomTeacherCourse
    Exams/GetExamById Student/GetClassRoomStudents Student/GetNumbers Student/GetStudent Student/GetStudentByCode StudentNote/GetStudentNote
no school is without an id :: school_id is not null
    API/Identity/Me
where somebody has children only says where to look; the children are asked for again :: (sp\.parent_id = \$|sp\.ended_at is null|s\.active) \(user_roles
    API/Identity/Me
where somebody has children only says where to look; the children are asked for again :: schools\.active \(student_parents
    Attendance/GetStudentsAttendences
platform-schools.test.ts opens windows, and lets them end :: (active = \$|support_until > now\(\)) \(schools\)$
    API/Identity/Me Attendance/GetStudentsAttendences
decides what is counted or kept, not who sees it :: user_id = \$ \(known_devices\)$
    API/Identity/ConfirmPhonNumber
what is named was found in that school before, and is sought by its id :: (\w+\.)?school_id = (\$|any)
    API/User/GetUserById Attendance/GetStudentsAttendences Attendance/SaveAttendance ClassRoom/AddClass ClassRoom/AddClasses ClassRoom/GetClassById ClassRoom/GetMovePlan ClassRoom/GetMoves
    ClassRoom/MoveStudents ClassRoom/UpdateClass ClassRoomActivity/CreateClassRoomActivity ClassRoomActivity/GetClassroomActivitybyid ClassRoomActivity/RemoveClassRoomActivity
    ClassRoomActivity/UpdateClassRoomActivity ClassRoomAssignment/CreateClassRoomAssignment ClassRoomAssignment/GetClassroomAssignmentbyid ClassRoomAssignment/RemoveClassRoomAssignment
    ClassRoomAssignment/UpdateClassRoomAssignment ClassRoomStudentActivity/AddStudentActivity ClassRoomStudentActivity/GetStudentActivitiesList ClassRoomStudentActivity/GetStudentActivity
    ClassRoomStudentActivity/UpdateStudentActivities ClassRoomStudentActivity/UpdateStudentActivity ClassRoomStudentAssignment/AddStudentAssignment ClassRoomStudentAssignment/GetStudentAssignment
    ClassRoomStudentAssignment/GetStudentAssignmentsList ClassRoomStudentAssignment/UpdateStudentAssignments ClassRoomStudentAssignment/UpdateStudentAssignmnet ClassRoomStudentExam/AddStudentExam
    ClassRoomStudentExam/AssignStudentToExam ClassRoomStudentExam/GetStudentExam ClassRoomStudentExam/GetStudentExamsList ClassRoomStudentExam/UpdateStudentExam ClassRoomStudentExam/UpdateStudentExams
    ClassRoomTeacherCourse/CreateClassRoomTeacherCourse ClassRoomTeacherCourse/GetClassRoomIeacherCourse ExamRateHeader/GetRateHeader Exams/GetExamById Exams/GetExams Exams/GetInitailData Exams/RemoveExam
    Import/ChangeRow PaymentTransaction/AddPayment PaymentTransaction/GetPayment PaymentTransaction/UpdatePayment SchoolContact/AddContact SchoolContact/UpdateContact SchoolCources/GetSchoolLanguageCources
    SchoolLanguage/RemoveLanguage SchoolPaymentRequest/AddRequest SchoolPaymentRequest/ApproveRequest SchoolPaymentRequest/GetRequest SchoolPaymentRequest/RejectRequest SchoolPaymentRequest/UpdateRequest
    SchoolTeacherCourse/AddSchoolTeacherCourse SchoolYearMonth/ActivateYearMonth SchoolYearMonth/CreateYearMonth SchoolYearMonth/DeactivateYearMonth SchoolYearMonth/GetYearMonth
    SchoolYearMonth/GetYearMonths SchoolYearMonth/UpdateYearMonth Student/AddStudent Student/GetClassRoomStudents Student/GetNumbers Student/GetRenewalPlan Student/GetStudent Student/GetStudentByCode
    Student/RenewSeats Student/UpdateStudent StudentLeaving/EnterReturn StudentLeaving/GetLeavings StudentNote/CreateStudentNote StudentNote/GetStudentNote StudentNote/RemoveStudentNote
    StudentNote/UpdateStudentNote StudentParent/AddStudentParent StudentParent/GetInvitations StudentParent/GetStudentParent StudentParent/GetstudentParents StudentParent/UpdateStudentParent
    UserRole/GetUserRole api/School/AddCoinsToSchool api/School/OpenSupportWindow api/School/UpdateSchool
nobody named belongs there by a sleeping role alone :: r\.active \((schools, school_teachers|school_teachers, schools)
    API/User/GetUserById ClassRoom/AddClass ClassRoom/AddClasses ClassRoom/UpdateClass
decides what is counted or kept, not who sees it :: (admin_id = \$|not active) \(schools\)$
    api/School/AddSchool
met by the tests of the operation itself, which make such rows :: .*\bactive\b
    ClassRoom/GetMoves ClassRoom/MoveStudents ClassRoomActivity/CreateClassRoomActivity ClassRoomActivity/UpdateClassRoomActivity ClassRoomAssignment/CreateClassRoomAssignment
    ClassRoomAssignment/UpdateClassRoomAssignment ClassRoomStudentActivity/AddStudentActivity ClassRoomStudentAssignment/AddStudentAssignment ClassRoomStudentExam/AddStudentExam
    ClassRoomStudentExam/AssignStudentToExam Exams/AddExams Exams/AddNewExam Exams/UpdateExam Student/AddStudent Student/GetRenewalPlan Student/RenewSeats Student/UpdateStudent
    StudentNote/CreateStudentNote
met by the tests of the operation itself, which make such rows :: (sp\.)?(ended_at is null|parent_id = \$) \(
    StudentParent/AddStudentParent StudentParent/GetStudentParent StudentParent/InviteParent StudentParent/UpdateStudentParent
met by the tests of the operation itself, which make such rows :: .*seat_ended_on
    ClassRoomActivity/GetClassroomActivitysList ClassRoomAssignment/GetClassroomAssignmentsList ClassRoomStudentActivity/GetStudentActivitiesList ClassRoomStudentActivity/GetStudentActivity
    ClassRoomStudentAssignment/GetStudentAssignment ClassRoomStudentAssignment/GetStudentAssignmentsList ClassRoomStudentExam/GetStudentExam ClassRoomStudentExam/GetStudentExamsList Exams/GetExamById
decides what is counted or kept, not who sees it :: y\.active = \$
    Exams/GetInitailData
what was paid counts in whatever way it was :: \(is_active or not \$\)
    PaymentTransaction/AddPayment
decides what is counted or kept, not who sees it :: school_id is null \(user_roles\)$
    UserRole/RemoveUserRoles
decides what is counted or kept, not who sees it :: r\.active \(
    UserPermission/RemovePermissionsFromUser
decides what is counted or kept, not who sees it :: r\.active = \$ \(roles, role_permissions\)$
    UserPermission/Explain
the row-level security of the inbox is by person, not by school :: (i\.)?person_id = \$ \((inbox_items|unnest|student_exams)
    Parent/GetToday
the row-level security of the inbox is by person, not by school :: person_id = \$ \(inbox_seen\)$
    Inbox/AnswerInvitation Inbox/GetItems Inbox/GetUnread Inbox/MarkRead Parent/GetToday
a year is sought by its id; its school only narrows the years that are put in order :: d\.school_id = \(select school_id from school_years
    Attendance/GetSheets Attendance/GetStudentsAttendences ClassRoomActivity/GetClassroomActivitysList ClassRoomAssignment/GetClassroomAssignmentsList
    ClassRoomStudentActivity/GetStudentActivitiesList ClassRoomStudentAssignment/GetStudentAssignmentsList StudentNote/GetStudentNotesList
no school is named there, and nothing is then asked of it :: school_id = coalesce\(
    API/Identity/AddUserNewPassword API/Identity/SaveUserMainInfo
locks alone; what is read and written is sought by its id again :: (st\.)?id = (\$|any\(\$::uuid\[\]\)) \((activities|exams|homework|class_rooms|students|\w+_types|languages|roles|school_years|school_year_months)\)$
    CoinType/UpdateCoinType Language/UpdateLanguage PaymentType/UpdateType Role/UpdateRole SchoolContactType/UpdateContactType SchoolType/UpdateSchoolType SchoolYear/UpdateSchoolYear SchoolYearMonth/UpdateYearMonth
    ClassRoom/MoveStudents Student/AddStudent Student/RenewSeats Student/UpdateStudent StudentLeaving/EnterReturn
    ClassRoomActivity/RemoveClassRoomActivity ClassRoomAssignment/RemoveClassRoomAssignment Exams/RemoveExam RolePermission/AssignPermissionsToRole RolePermission/RemovePermissionsFromRole
    SchoolYear/ActivateSchoolYear SchoolYear/DeactivateSchoolYear SchoolYear/ReopenSchoolYear
decides what is counted or kept, not who sees it :: .* \(attendance_sheets, school_year_days, school_year_months\)$
    SchoolYear/GetCompletionPlan
decides what is counted or kept, not who sees it :: other\.(school_id is null|user_id <> ur\.user_id)
    UserRole/GetUserRole UserRole/GetUserRoles
decides what is counted or kept, not who sees it :: n\.school_id = \$ \(seats\)$
    SchoolYear/ActivateSchoolYear SchoolYear/CreateSchoolYear
decides what is counted or kept, not who sees it :: y\.school_id = \$ \(school_years, seats, exams\)$
    SchoolYear/ReopenSchoolYear
decides what is counted or kept, not who sees it :: .* \((school_languages, grades|exams, lateral|activities, lateral|attendance_marks, class_rooms)
    Home/GetSchoolHome
decides what is counted or kept, not who sees it :: person_id = \$ \(student_readings
    Attendance/GetStudentsAttendences
decides what is counted or kept, not who sees it :: .* \(seats, school_years, import_rows\)$
    Import/ChangeRow Import/LeaveOut Import/SetColumns
decides what is counted or kept, not who sees it :: not s\.active
    Home/GetPlatformHome
says what somebody may do to a row they see already; the write decides again :: (supervisor|teacher)_id = \(select acting_user\(\)\)
    ClassRoomActivity/CreateClassRoomActivity ClassRoomActivity/GetClassroomActivitybyid ClassRoomActivity/GetClassroomActivitysList ClassRoomActivity/RemoveClassRoomActivity
    ClassRoomActivity/UpdateClassRoomActivity ClassRoomAssignment/CreateClassRoomAssignment ClassRoomAssignment/GetClassroomAssignmentbyid ClassRoomAssignment/GetClassroomAssignmentsList
    ClassRoomAssignment/RemoveClassRoomAssignment ClassRoomAssignment/UpdateClassRoomAssignment ClassRoomStudentActivity/GetStudentActivitiesList ClassRoomStudentAssignment/GetStudentAssignmentsList
    ClassRoomStudentExam/GetStudentExamsList Exams/GetExamById Exams/GetExams Exams/RemoveExam
decides what is counted or kept, not who sees it :: user_id = \$ \((known_devices|sessions)\)$
    API/Identity/AddUserNewPassword API/Identity/EndOtherSessions API/Identity/SaveUserMainInfo
nobody named was asked to teach there without having answered :: (ur\.)?school_id not in \(table asked\)
    API/User/GetUserById
no call names a payment type there is :: not is_active
    PaymentType/CreateType
no call names all grades of a school :: school_id = \$ \(grades\)$
    Grade/SetOrder
nobody in the world has left a school :: st\.active \(students, class_rooms\)$
    StudentLeaving/EnterReturn
nobody in the world leaves on the day their seat was paid :: .* \(seats\)$
    StudentLeaving/EnterLeaving
nobody has moved a class in the world :: .* \(class_moves\)$
    ClassRoom/UndoMove
no row of an import means a student of the world :: .* \(import_rows, students, wanted\)$
    Import/ChangeRow Import/LeaveOut Import/SetColumns
no class of the world was made for an import :: .* \(imports, class_rooms, student_classes\)$
    Import/RemoveDraft Import/SetColumns
no school of the world renews seats :: j\.school_id = \$ \(jobs, users\)$
    Job/EndJob Job/GetJob Job/GetJobs Job/GetNotDone Job/UndoJob
no teacher named holds a key of the school directly :: .* \(school_teachers, class_teacher_courses, link\)$
    SchoolTeacher/RemoveTeacherFromSchool
no call searches for a name of the world :: .* \((unnest, students|class_rooms, grades|school_teachers, users)
    Search/Find
`

type Excuse = { why: string; what: RegExp; of: string }

const tested: Excuse[] = text
  .trim()
  .split(/\n(?! )/)
  .flatMap((entry) => {
    const [first, ...rest] = entry.split('\n') as [string, ...string[]]
    const [why, what] = first.split(' :: ') as [string, string]
    return rest.flatMap((line) =>
      line
        .trim()
        .split(' ')
        .map((of) => ({ why, what: new RegExp(what), of })),
    )
  })

const used = new Set<Excuse>()

/** Rules and conditions that are not missed alone, because something else keeps the same rule. */
export const excuses = {
  /** Whether something else keeps what was turned. */
  hold(name: string): boolean {
    const found = tested.filter(({ what, of }) => name.startsWith(`${of}: `) && what.test(name.slice(of.length + 2)))
    for (const one of found) used.add(one)
    return found.length > 0
  },
  /** Excuses that nothing needed. */
  unused: () => tested.filter((one) => !used.has(one)).map(({ what, of }) => `${of}: ${what.source}`),
}

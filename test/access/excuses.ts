/** Why something is not missed :: a condition, as a regular expression :: the operations where that is so, or below it. */
const text = String.raw`
it is sought again, in the schools where the caller holds the key :: its \w+ is not looked at|^school_id = \$ \(payment_(requests|transactions)\)$ :: PaymentTransaction/GetPayment SchoolPaymentRequest/GetRequest
a post stands in no class: who wrote it and who sees the whole school are asked in code, which the proof turns :: whole school instead of classes|(open|closed) to .* \(widenedBy\) :: Post/GetWrittenPosts Post/CountAudience Post/Create Post/Update Post/SaveDraft Post/TakeBack Post/GetReport Post/Remind
what one holds is proven where one asks for it :: .* \(user_roles, roles, roles_held\)$ :: Attendance/GetStudentsAttendences
what is named was looked at before, and both ask whether the caller works there, or is a parent :: .*(\bin ?\( ?select|(supervisor|teacher)_id = \$) :: Attendance/GetStudentsAttendences ClassRoom/GetClassById ClassRoomActivity/GetClassroomActivitybyid ClassRoomActivity/GetClassroomActivitysList ClassRoomAssignment/GetClassroomAssignmentbyid ClassRoomAssignment/GetClassroomAssignmentsList ClassRoomStudentActivity/GetStudentActivitiesList ClassRoomStudentActivity/GetStudentActivity ClassRoomStudentAssignment/GetStudentAssignment ClassRoomStudentAssignment/GetStudentAssignmentsList ClassRoomStudentExam/GetStudentExam ClassRoomStudentExam/GetStudentExamsList ClassRoomTeacherCourse/CreateClassRoomTeacherCourse Exams/GetExamById Student/GetClassRoomStudents Student/GetNumbers Student/GetStudent StudentNote/GetStudentNote
no school is without an id :: school_id is not null :: API/Identity/Me
where somebody has children only says where to look; the children are asked for again :: (sp\.parent_id = \$|sp\.sees|sp\.school_active) \(user_roles :: API/Identity/Me
where somebody has children only says where to look; the children are asked for again :: sp\.school_active \(parent_links :: Attendance/GetStudentsAttendences
nobody named belongs there by a sleeping role alone :: r\.active \((schools, school_teachers|school_teachers, schools) :: API/User/GetUserById ClassRoom/AddClass ClassRoom/AddClasses ClassRoom/UpdateClass
a year is sought by its id; its school only narrows the years that are put in order :: d\.school_id = \(select school_id from school_years :: ClassRoomActivity/GetClassroomActivitysList ClassRoomAssignment/GetClassroomAssignmentsList StudentNote/GetStudentNotesList
no school is named there, and nothing is then asked of it :: school_id = coalesce\( :: API/Identity/AddUserNewPassword API/Identity/SaveUserMainInfo
nobody named was asked to teach there without having answered :: ((ur\.)?school_id not in \(table asked\)|^(teacher_id = \$|school_id = (\$|any\(\$::uuid\[\]\))) \(school_teachers, schools, class_rooms\)$) :: API/User/GetUserById
server/schools/platform-schools.test.ts › lets callers who list all schools read this one with every View key, every row audited :: support_until > now\(\) \(schools\)$ :: API/Identity/Me
server/schools/platform-schools.test.ts › lets nobody into a school that was closed since :: active = \$ \(schools\)$ :: API/Identity/Me Attendance/GetStudentsAttendences
server/identity/login-limits.test.ts › one phone guessed at from everywhere is slow for all but the devices it knows :: user_id = \$ \(known_devices\)$ :: API/Identity/ConfirmPhonNumber API/Identity/AddUserNewPassword API/Identity/SaveUserMainInfo API/Identity/EndOtherSessions
server/identity/own-sessions.test.ts › needs the old one, keeps this session, ends the others and notifies the person :: user_id = \$ \(sessions\)$ :: API/Identity/AddUserNewPassword API/Identity/SaveUserMainInfo
server/schools/school-settings.test.ts › three at most that wait, however many are submitted at once :: admin_id = \$ \(schools\)$ :: api/School/AddSchool
a school that is active has been activated, which is asked beside it :: not (s\.)?active \(schools(, users)?\)$ :: api/School/AddSchool Home/GetPlatformHome
server/class-moves/class-moves.test.ts › moves all students but those who stay, notifies their parents, and can be undone completely :: (\(h\.id is null or not st\.active\)|^\( exists \(select from attendance_marks a where) :: ClassRoom/GetMoves ClassRoom/UndoMove
server/class-moves/class-moves.test.ts › while the class they came from is full, or is not active :: ^st\.active \(class_move :: ClassRoom/GetMoves ClassRoom/UndoMove
server/students/seats.test.ts › in a new year pays for every active student at once, once :: st\.active \(seats, school_years :: Student/RenewSeats Student/GetRenewalPlan
server/notes/notes.test.ts › but not about a student who is not active :: ^active \(students\)$ :: StudentNote/CreateStudentNote
server/parents/student-parents.test.ts › may be done again after it ended :: (sp\.)?ended_at is null \(student_parents(, students, users)?\)$ :: StudentParent/AddStudentParent StudentParent/UpdateStudentParent
server/parents/student-parents.test.ts › shows the child to the parent from then on, and records the consent of the parent :: (sp\.)?parent_id = \$ \(student_parents :: StudentParent/UpdateStudentParent
server/parents/student-parents.test.ts › stops at ten, also when several come at once :: ended_at is null \(student_parents, parent_invitations\)$ :: StudentParent/AddStudentParent
a student who is added has no seat yet :: ^(\$::date <= coalesce\(|s\.school_year_id is not distinct from|active ).*\(seats, school_years, school_year_months\)$ :: Student/AddStudent
server/students/leavings.test.ts › gives back a coin of the same day :: (school_id = \$|student_id = any\(\$::uuid\[\]\)) \(seats\)$ :: StudentLeaving/EnterLeaving
server/teachers/teachers.test.ts › and every right as a teacher there ends at once; the records stay with the teacher’s name :: .* \(school_teachers, class_teacher_courses, link\)$ :: SchoolTeacher/RemoveTeacherFromSchool
server/grades/order.test.ts › is set by callers who may change them, and followed by classes and the choices of their form :: school_id = \$ \(grades\)$ :: Grade/SetOrder
server/reference/reference-lists.test.ts › are taken into use again under their name :: not is_active \(payment_types\)$ :: PaymentType/CreateType
it is asked of types in whatever state :: \(is_active or not \$\) :: PaymentTransaction/AddPayment
server/exams/exams-in-reach.test.ts › offers teachers and supervisors by name, and the active months of the current year in their order :: y\.active = \$ \(school_year_months :: Exams/GetInitailData
server/years/completing.test.ts › what is unfinished is counted :: st\.school_id = \$ \(attendance_sheets :: SchoolYear/GetCompletionPlan
server/years/completing.test.ts › a class that is not active lacks no register :: c\.active \(attendance_sheets :: SchoolYear/GetCompletionPlan
its days are those of the year, which is of that school :: a\.school_id = \$ \(attendance_sheets :: SchoolYear/GetCompletionPlan
server/years/completing.test.ts › whatever another school completed since :: y\.school_id = \$ \(school_years, seats, exams\)$ :: SchoolYear/ReopenSchoolYear
server/students/seats.test.ts › without a current year is for the next one, which takes the seats over :: n\.school_id = \$ \(seats\)$ :: SchoolYear/ActivateSchoolYear SchoolYear/CreateSchoolYear
server/home/setup.test.ts › each counts what the school itself has, and what still counts :: .* \((school_languages, grades, class_rooms|usual_sets)\)$ :: Home/GetSchoolHome
server/imports/imports.test.ts › finds the students of the school by code, or by name with class or birth date :: s\.school_id = \$ \(import_rows, students, wanted\)$ :: Import/ChangeRow Import/LeaveOut Import/SetColumns
server/imports/check/counting.test.ts › a guardian whose link has ended is one to be linked :: sp\.ended_at is null \(import_rows :: Import/ChangeRow Import/DecideRow Import/LeaveOut Import/SetColumns
server/imports/check/counting.test.ts › who is not active takes no place in a class :: ^active \(import_rows :: Import/ChangeRow Import/DecideRow Import/LeaveOut Import/SetColumns
server/imports/files.test.ts › are counted by kind, shown by kind and left out by kind :: ^id = \$ \(imports, import_rows, lateral\)$ :: Import/LeaveOut
server/imports/check/counting.test.ts › a coin is counted for who has no seat of the current year yet :: .* \(seats, school_years, import_rows\)$ :: Import/ChangeRow Import/DecideRow Import/LeaveOut Import/SetColumns
it narrows what is looked up, and the rows are joined by it again :: (\w+\.)?(student_id|class_room_id) in \(select \w+ from (found|wanted)\) :: Import/ChangeRow Import/DecideRow Import/LeaveOut Import/SetColumns
it narrows what is looked up, and the rows are joined by it again :: (student_id in \(select unnest|r\.student_id = any) :: Parent/GetToday
it narrows what is looked up, and the rows are joined by it again :: sp\.school_id = \$ \(students, class_rooms, student_parents\)$ :: Search/Find
server/audit/audit.test.ts › not from where the platform or a parent called, nor anything of another school :: ^l\.school_id = \$ \(audit_lines.* #2$ :: Audit/GetSchoolLines
server/audit/audit.test.ts › page by page, by person, and by days of Cairo :: (\(l\.person_id = \$ or l\.target_id = \$\)|^l\.school_id = \$ \(audit_lines) :: Audit/GetSchoolLines Audit/GetPlatformLines
the key counts app-wide alone, wherever it stands :: school_id is null \(held_keys\) :: RolePermission/GetProposals
server/official-records/official-records.test.ts › is one student’s in a school: the refusal says whose it is :: r\.school_id = \$ \(official_records, students\)$ :: OfficialRecord/UpdateRecord
server/languages/languages.test.ts › and given again; the audit records who removed it :: school_id = \$ \(class_rooms, courses\)$ :: SchoolLanguage/RemoveLanguage Setup/UndoUsual
server/official-records/record-fields.test.ts › is one of at most twenty :: school_id = \$ \(record_fields\)$ :: RecordField/AddField
what is named was found in that school before, and is sought by its id :: (c\.)?school_id = \$ \(import_rows, students, wanted\) :: Import/ChangeRow Import/DecideRow Import/LeaveOut Import/SetColumns
server/imports/store/made-classes.test.ts › come in with it, in the grade their name suggests, and go with its undo :: .* \(imports, class_rooms, student_classes\)$ :: Import/RemoveDraft Import/SetColumns
one function writes it for parents, who are noticed where they do not also work there :: .*seat_ended_on :: ClassRoomActivity/GetClassroomActivitysList ClassRoomAssignment/GetClassroomAssignmentsList ClassRoomStudentActivity/GetStudentActivitiesList ClassRoomStudentActivity/GetStudentActivity ClassRoomStudentAssignment/GetStudentAssignment ClassRoomStudentAssignment/GetStudentAssignmentsList ClassRoomStudentExam/GetStudentExam ClassRoomStudentExam/GetStudentExamsList Exams/GetExamById
everybody has an item about every child of the world, and row-level security keeps each to its person :: person_id = \$ \((inbox_items|inbox_seen|unnest|student_exams) :: Inbox/AnswerInvitation Parent/GetToday
nobody named belongs to another school by keys alone :: ^school_id = (\$|any\(\$::uuid\[\]\)) \(school_teachers, schools, class_rooms\) #4$ :: API/User/GetUserById
a parent's child is in a school whose students the caller sees, or in a class of theirs, which is asked beside it :: ^sp\.school_id = (\$|any\(\$::uuid\[\]\)) \(school_teachers, schools, class_rooms\)$ :: API/User/GetUserById
a student of the class is of its school :: ^s\.school_id = \$ \(students, student_(exams|homework|activities)\)$ :: ClassRoomStudentExam/AddStudentExam ClassRoomStudentExam/AssignStudentToExam Exams/AddExams Exams/AddNewExam Exams/UpdateExam ClassRoomAssignment/CreateClassRoomAssignment ClassRoomAssignment/UpdateClassRoomAssignment ClassRoomStudentAssignment/AddStudentAssignment ClassRoomActivity/CreateClassRoomActivity ClassRoomActivity/UpdateClassRoomActivity ClassRoomStudentActivity/AddStudentActivity
a field is of one school, and so is every value of it :: ^[fo]\.school_id = \$ \(record_fields, imports, official_records\)$ :: Import/RemoveDraft
former values are sought by the id of a link, which is of that school :: ^f\.school_id = \$ \(student_parents, link, former_values\)$ :: StudentParent/GetFormerRights
what a person may read of posts is of their schools alone :: ^p\.school_id = (\$|any\(\$::uuid\[\]\)) \(own_posts, posts, schools\)$ :: Post/GetPosts Post/Answer
who teaches in a school works there, which is where it is sought :: ^t\.school_id = (\$|any\(\$::uuid\[\]\)) \(school_teachers, schools\)$ :: SchoolTeacher/GetTeacherSchools
server/calendar/feeds.test.ts › ends when it is revoked, by the person it is for :: ^(person_)?id = \$ \(calendar_feeds\)$ :: Calendar/GetFeeds Calendar/MakeFeed Calendar/RevokeFeed
server/exams/drafts.test.ts › is found nowhere by a parent: every read answers as before it was there :: ^id = any\(\$::uuid\[\]\) \(exams\)$ :: Exams/PublishMarks
server/exams/drafts.test.ts › is found nowhere by a parent: every read answers as before it was there :: ^w\.school_id = \$ \(class_rooms, class_teacher_courses, school_year_months\)$ :: ClassRoomStudentExam/GetStudentExamsList
server/home/home.test.ts › work of which marks are missing, the oldest first, and what is due :: ^((supervisor|teacher)_id = \$|\(\(w\.school_id, w\.class_room_id\) in .*) \(exams, lateral, student_exams\)$ :: Home/GetSchoolHome
server/promotion/old-year.test.ts › the old year reads as before once everybody has moved, and after it is closed and the next one is current :: ^c\.active \(class_rooms, students\)$ :: SchoolYear/CompleteSchoolYear
the students of a class are of its school :: ^school_id = \$ \(student_classes, attendance_marks, student_notes\)$ :: Promotion/Undo
server/promotion/promotions.test.ts › is not undone into a class that would be over its capacity :: ^active \(student_classes, attendance_marks, student_notes\)$ :: Promotion/Undo
server/students/leavings.test.ts › stays so when the year is reopened that had ended the seat :: ^\( y\.completed_at > done\.completed_at or exists \(select from seats s where s\.school_id = \$ and s\.school_year_id :: SchoolYear/ReopenSchoolYear
server/imports/store/own-fields.test.ts › fills a field that is made for it, which goes with the undo unless something else stands in it :: ^(i\.id = \$|f\.id = any\(\$::uuid\[\]\)) \(imports, record_fields\)$ :: Import/SetColumns
server/imports/store/own-fields.test.ts › fills a field that is made for it, which goes with the undo unless something else stands in it :: ^not exists \( select from official_records o where o\.school_id = \$ and o\.own_valu :: Import/RemoveDraft
server/imports/store/own-fields.test.ts › fills a field that is made for it, which goes with the undo unless something else stands in it :: ^(i\.id = \$|f\.id = any \(i\.made_fields\)) \(record_fields, imports, official_records\)$ :: Import/RemoveDraft
server/conduct/conduct.test.ts › is made within reach, and decided with the key :: ^((supervisor|teacher)_id = \$|\(st\.school_id, st\.class_room_id\) in .*) \(conduct_records, students, class_rooms\)$ :: Conduct/GetStudentRecords Conduct/Record
server/identity/phone-changes.test.ts › with the platform as the second person, which sees only what goes on :: ^c\.ended_at is null \(phone_changes, schools, users\)$ :: PhoneChange/Confirm PhoneChange/Withdraw PhoneChange/ConfirmForSchool PhoneChange/GetRequestsOfSchools
server/official-records/record-lists.test.ts › an entry that had left and was merged with another is nobody of their own on a former day :: ^st\.merged_into is null \(student_classes :: OfficialRecord/CountByAge OfficialRecord/CountByNationality
server/official-records/record-lists.test.ts › one who moves to another grade is counted there on that day, and not in both :: ^not exists \(select from student_classes later :: OfficialRecord/CountByAge
server/payments/deciding.test.ts › for their own school, in any role there, even while it is closed :: ^school_id = \$ \(school_members\)$ :: PaymentTransaction/AddPayment PaymentTransaction/UpdatePayment api/School/AddCoinsToSchool SchoolPaymentRequest/ApproveRequest SchoolPaymentRequest/RejectRequest
server/roles/office-roles.test.ts › is not switched off while people have it, unless it is taken from them :: ^o\.active \(office_roles, user_roles, roles\)$ :: OfficeRole/GetOfficeRoles
server/teachers/teaching.test.ts › are read by the teacher and by callers who see the teachers, by name :: ^l\.school_id = \$ \(school_teacher_courses, users, schools\)$ :: SchoolTeacherCourse/AddSchoolTeacherCourse
server/courses/courses.test.ts › are read by its members, and by the parents of its students :: ^c\.school_id = \$ \(courses, languages, schools\)$ :: SchoolCources/GetSchoolLanguageCources
server/identity/phone-changes.test.ts › is stopped by any session of the person :: ^ended_at is null \(phone_changes\)$ :: PhoneChange/GetOwn PhoneChange/CancelOwn
server/promotion/preparing.test.ts › all of a filter at once, and one by one, with a class by id, by name, or as the way of placing says :: ^st\.active \(students, class_rooms, official_records\)$ :: Promotion/GetPlan
server/imports/store/records.test.ts › of a student who is there are changed by their name, and get their former job back :: ^student_id in \(select student_id from named\) \(import_rows, students, wanted\)$ :: Import/SetColumns Import/ChangeRow Import/DecideRow Import/LeaveOut
server/papers/papers.test.ts › for nobody of another school, and by nobody without the key :: ^school_id = \$ \(papers\)$ :: Paper/Plan Paper/Issue
server/student-merges/all-parts.test.ts › of each part just what the plan counts goes along, and the rest stays :: ^(k\.id = \$ \(media|\(t\.(kind|withdrawn_at)|not coalesce|not exists \(select from \w+ [kt] where) :: StudentMerge/GetPlan StudentMerge/MergeStudents
server/student-merges/all-parts.test.ts › links that have ended are none of the ten of a student :: ^ended_at is null \(student_parents, parent_invitations, guardians\)$ :: StudentMerge/MergeStudents
what a row became says its school and whose it is too :: ^t\.(school|person)_id = .* \(student_merge_rows, students, attendance_marks\)$ :: StudentMerge/MergeStudents
server/identity/phone-changes.test.ts › is found by no other person, and in no other school :: ^(c\.school_id = \$ \(phone_changes, schools, users\)|person_id = \$ \(phone_changes\))$ :: PhoneChange/Confirm PhoneChange/ConfirmForSchool PhoneChange/GetRequests PhoneChange/Withdraw PhoneChange/CancelOwn PhoneChange/GetOwn
server/payments/payments.test.ts › credits the school at once and names the caller :: ^id = \$ \(schools, bought\)$ :: PaymentTransaction/AddPayment PaymentTransaction/UpdatePayment SchoolPaymentRequest/ApproveRequest
server/schools/platform-schools.test.ts › are given, and taken back as far as they were given :: ^(e\.)?school_id = \$ \(coin_entries(, schools, school_types)?\)$ :: api/School/AddCoinsToSchool API/Identity/Me api/School/ActivateNewSchool api/School/ChangeActivation api/School/CloseSupportWindow api/School/GetUserSchools api/School/OpenSupportWindow api/School/UpdateSchool
server/teachers/staff-invitations.test.ts › keeps a number and an address of their own, which no other invitation has :: ^id = \$ \(staff_invitations\)$ :: SchoolTeacher/RemoveInvitation
server/imports/check/drafts.test.ts › that was started is no draft any more :: ^id = \$ \(imports\)$ :: Import/ChangeRow Import/DecideRow Import/LeaveOut Import/SetColumns
server/attachments/attachments.test.ts › are for those who see the homework :: ^a\.id (<> all|= any) \(\$::uuid\[\]\) \(attachments\)$ :: Attachment/SaveHomeworkFiles Post/Create Post/TakeBack
server/calendar/calendar.test.ts › counts the registers that count no more, and those that count again :: ^exists \(select from attendance_marks m where .* before\)$ :: Calendar/SaveDays Calendar/SaveHours Calendar/SaveTerms Calendar/SaveWeek Calendar/SaveWishes
server/audit/audit.test.ts › a change of its settings by its own staff, from where and with what :: ^\(l\.school_id is null or l\.operation = any\(\$\)\) :: Audit/GetPlatformLines
server/results/publishing.test.ts › are proposed, confirmed by a person, and stand in the closed result :: ^student_id = any \(\$::uuid\[\]\) \(grace_marks\)$ :: Result/ConfirmGrace
the school of what is named is compared with those of the caller in code, which the proof turns :: ^school_id = (\$|any\(\$::uuid\[\]\)) \((class_rooms|students)\)$ :: Attendance/GetStudentsAttendences Calendar/CountDays Exams/GetExams ClassRoomStudentAssignment/GetStudentAssignmentsList
it is a lock and no more: what is read and written is sought again :: ^(school_id = \$|\(class_room_id, date\) in .*) \((class_rooms|attendance_sheets, attendance_marks)\)$ :: Student/AddStudent Student/UpdateStudent StudentLeaving/EnterReturn Excuse/Decide Excuse/Enter
it narrows what is looked up, and the rows are joined by it again :: ^(\w\.)?student_id = any ?\(.* \((excuses|attendance_marks, uncounted_registers|jsonb_array_elements.*)\)$ :: Attendance/SaveAttendance Paper/Plan
students who have a work are of its school :: ^about\.school_id = \$::uuid :: ClassRoomAssignment/GetClassroomAssignmentsList ClassRoomStudentAssignment/GetStudentAssignmentsList ClassRoomStudentActivity/GetStudentActivitiesList ClassRoomStudentExam/GetStudentExamsList Exams/GetExamById Exams/GetExams ClassRoomActivity/GetClassroomActivitysList
which school is named, and which schools are in reach, is asked of the same row: either keeps the other :: ^(st|w|r)\.school_id = \$ \(class_teacher_courses.* #2$|^r\.school_id = \$ \(payment_requests.* #2$|^w\.school_id = \$ \(class_rooms, class_teacher_courses, student_exams\)$ :: Student/GetSchoolStudents SchoolPaymentRequest/GetRequests Exams/GetExams
results are sought by the student or the work that is named, which is of that school :: ^w\.school_id = \$ \( :: ClassRoomStudentExam/GetStudentExam ClassRoomStudentExam/GetStudentExamsList ClassRoomStudentActivity/GetStudentActivity ClassRoomStudentActivity/GetStudentActivitiesList ClassRoomStudentAssignment/GetStudentAssignment ClassRoomStudentAssignment/GetStudentAssignmentsList
the class of a work is sought in that school beside it :: ^w\.school_id = \$ \((activities|exams|homework), lateral, :: Home/GetSchoolHome
server/student-merges/student-merges.test.ts › are two again after an undo, to the last row :: ^t\.id = \$ \(students, before\)$ :: StudentMerge/MergeStudents
server/student-merges/student-merges.test.ts › are merged as the plan says, with everything that the kept one lacks :: ^other\.id = \$ \(students, before\)$ :: StudentMerge/MergeStudents
server/schools/hand-over.test.ts › only to a manager of the school :: ^school_id = \$ \(user_roles\)$ :: api/School/UpdateSchool api/School/OpenSupportWindow
server/calendar/listed-no-more.test.ts › terms and sets of hours that are listed no more go, and the others stay :: ^(id <> all|not id = any) \(\$::uuid\[\]\) \((terms|hours_sets)\)$ :: Calendar/SaveTerms Calendar/SaveHours
test/may.test.ts › a row of exams read alone says the same to the mathsTeacher as in the list :: ^(supervisor|teacher)_id = \(select acting_user\(\)\) \(class_rooms, class_teacher_courses, exams\)$ :: ClassRoomStudentExam/GetStudentExamsList Exams/GetExamById Exams/RemoveExam
who reads this work teaches it, or sees the whole school :: ^(supervisor|teacher)_id = \(select acting_user\(\)\) \((attachments, )?class_rooms, class_teacher_courses(, (student_)?activities)?\)$ :: ClassRoomAssignment/CreateClassRoomAssignment ClassRoomAssignment/GetClassroomAssignmentbyid ClassRoomAssignment/GetClassroomAssignmentsList ClassRoomAssignment/RemoveClassRoomAssignment ClassRoomAssignment/UpdateClassRoomAssignment ClassRoomActivity/CreateClassRoomActivity ClassRoomActivity/GetClassroomActivitybyid ClassRoomActivity/GetClassroomActivitysList ClassRoomActivity/RemoveClassRoomActivity ClassRoomActivity/UpdateClassRoomActivity
server/posts/posts.test.ts › teachers write to the families of their classes; the whole school takes a key of its own :: ^(\(\$::uuid is null or \( exists .*|(own\.supervisor|t\.teacher)_id = \$::uuid) \(grades, class_rooms, class_teacher_courses\)$ :: Post/CountAudience Post/Create
server/notes/note-readers.test.ts › a note says which parents have read it and since when, and to one parent nothing of the other :: ^(\(r\.person_id = acting_user\(\) or .* l\.school_id = \$::uuid .*|l\.parent_id = acting_user\(\)) \(student_notes, class_rooms, students\)$ :: StudentNote/CreateStudentNote StudentNote/GetStudentNote StudentNote/GetStudentNotesList StudentNote/RemoveStudentNote StudentNote/UpdateStudentNote
server/results/sheets.test.ts › show what was closed, whatever changes later :: ^student_id = any \(\$::uuid\[\]\) \(part_marks\)$ :: Result/GetClassSheet Result/GetGradeSheet
server/classes/class-settings.test.ts › in a language of the school and in digits of any kind :: ^school_id = \$ \(school_languages\)$ :: ClassRoom/AddClass ClassRoom/AddClasses ClassRoom/UpdateClass SchoolCources/UpdateCourse
`

type Excuse = { why: string; what: RegExp; of: string }

const tested: Excuse[] = text
  .trim()
  .split(/\n(?! )/)
  .flatMap((entry) => {
    const [first, ...rest] = entry.split('\n') as [string, ...string[]]
    const [why, what, of] = first.split(' :: ') as [string, string, string?]
    return [...rest, ...(of ? [of] : [])].flatMap((line) =>
      line
        .trim()
        .split(' ')
        .map((of) => ({ why, what: new RegExp(what), of })),
    )
  })

const used = new Set<Excuse>()

/** Rules and conditions that are not missed alone, because something else keeps the same rule. */
export const excuses = {
  /** What else keeps what was turned, if anything does; a test is named as `file › name`. */
  of(name: string): string | undefined {
    const found = tested.filter(({ what, of }) => name.startsWith(`${of}: `) && fits(what, name.slice(of.length + 2)))
    for (const one of found) used.add(one)
    return (found.find(({ why }) => isTest(why)) ?? found[0])?.why
  },
  hold: (name: string) => excuses.of(name) !== undefined,
  /** The tests that are named as meeting what no call of the table meets. */
  tests: () => [...new Set(tested.map(({ why }) => why).filter(isTest))],
  /** Excuses that nothing needed. */
  unused: () => tested.filter((one) => !used.has(one)).map(({ what, of }) => `${of}: ${what.source}`),
}

export const isTest = (why: string) => why.includes(' › ')

/** A condition that stands several times is excused in each of its places, or in the place that is named. */
const fits = (what: RegExp, name: string) => what.test(name) || what.test(name.replace(/ #\d+$/, ''))

/** Acts in the log that concern students, by the path of their operation (acts.ts). */
export const studentActs = {
  'Student/AddStudent': ['studentAdded', 'A paid student was added', 'إضافة طالب مدفوع'],
  'Student/UpdateStudent': ['studentChanged', 'The seat of a student was changed', 'تغيير اشتراك طالب'],
  'Student/RenewSeats': ['seatsRenewed', 'Seats were renewed', 'تجديد اشتراكات'],
  'StudentLeaving/EnterLeaving': ['studentLeft', 'A student left', 'مغادرة طالب'],
  'StudentLeaving/ChangeLeaving': ['leavingChanged', 'A leaving was changed', 'تعديل مغادرة طالب'],
  'StudentLeaving/EnterReturn': ['studentReturned', 'A student returned', 'عودة طالب'],
  'Import/SaveRosterSource': ['rosterSourceSaved', 'A service to import from was entered', 'إدخال خدمة يُستورد منها'],
  'Import/RemoveRosterSource': [
    'rosterSourceRemoved',
    'A service to import from was removed',
    'إزالة خدمة يُستورد منها',
  ],
  'Import/Start': ['imported', 'A table was imported', 'استيراد جدول'],
  'Import/Undo': ['importUndone', 'An import was undone', 'التراجع عن استيراد'],
  'Job/UndoJob': ['renewalUndone', 'A renewal was undone', 'التراجع عن تجديد'],
  'StudentMerge/MergeStudents': ['studentsMerged', 'Two students were merged', 'دمج تسجيلين لطالب'],
  'StudentMerge/UndoMerge': ['mergeUndone', 'A merge of students was undone', 'التراجع عن دمج'],
  'Promotion/Start': ['promotionStarted', 'Preparing the next year was begun', 'بدء تجهيز العام القادم'],
  'Promotion/Do': ['promotionDone', 'Students were moved to the next year', 'نقل الطلاب إلى العام القادم'],
  'Promotion/Undo': ['promotionUndone', 'The move to the next year was undone', 'التراجع عن النقل إلى العام القادم'],
  'Promotion/RemoveDraft': ['promotionRemoved', 'The draft of the next year was removed', 'حذف مسودة العام القادم'],
  'Conduct/Withdraw': ['conductWithdrawn', 'A record of conduct was withdrawn', 'سحب سجل سلوك'],
  'Seat/Assign': ['seatsAssigned', 'Exam seats were assigned', 'توزيع أرقام الجلوس'],
  'Seat/Undo': ['assigningUndone', 'Assigning exam seats was undone', 'التراجع عن توزيع أرقام الجلوس'],
  'Paper/Revoke': ['paperRevoked', 'A paper was revoked', 'إلغاء ورقة'],
  'Paper/UndoIssue': ['papersTakenBack', 'Issuing papers was undone', 'التراجع عن إصدار أوراق'],
} as const

/** Acts that concern class work and its results. */
export const workActs = {
  'StudentNote/RemoveStudentNote': ['noteRemoved', 'A note was removed', 'حذف ملاحظة'],
  'ClassRoomAssignment/RemoveClassRoomAssignment': ['homeworkRemoved', 'A homework was removed', 'حذف واجب منزلي'],
  'Exams/RemoveExam': ['examRemoved', 'An exam was removed', 'حذف امتحان'],
  'ClassRoomActivity/RemoveClassRoomActivity': ['activityRemoved', 'An activity was removed', 'حذف نشاط'],
  'Result/Close': ['resultsClosed', 'The results of a term were closed', 'إغلاق نتائج فصل دراسي'],
  'Result/SaveMarks': [
    'closedMarksCorrected',
    'Marks of a closed term were corrected',
    'تصحيح درجات بعد إغلاق النتائج',
  ],
  'Remark/Save': ['remarkSaved', 'A remark for a report card was written', 'كتابة ملاحظة على شهادة درجات'],
  'Remark/SaveSettings': [
    'remarkSettingsSaved',
    'Who writes remarks for report cards was changed',
    'تغيير من يكتب ملاحظات الشهادات',
  ],
  'Result/Publish': ['resultsPublished', 'The results of a term were published', 'نشر نتائج فصل دراسي'],
  'Result/Reopen': ['resultsReopened', 'The results of a term were reopened', 'إعادة فتح نتائج فصل دراسي'],
  'Result/ConfirmGrace': ['graceConfirmed', 'Grace marks were confirmed', 'اعتماد درجات رأفة'],
} as const

/** The columns of what is missing in official records. */
export const headingsOfMissing: Record<string, readonly [en: string, ar: string]> = {
  noNationalNumber: ['No national number', 'بلا رقم قومي'],
  noBirthDate: ['No birth date', 'بلا تاريخ ميلاد'],
  noSex: ['No sex', 'بلا نوع'],
  noNationality: ['No nationality', 'بلا جنسية'],
  noAddress: ['No address', 'بلا عنوان'],
  noGuardianPhone: ['No phone of a guardian', 'بلا هاتف لولي الأمر'],
  noEmergencyContact: ['No emergency contact', 'بلا رقم طوارئ'],
  noConfirmation: ['Not confirmed this year', 'بلا تأكيد هذا العام'],
  confirmedOn: ['Confirmed on', 'تاريخ التأكيد'],
}

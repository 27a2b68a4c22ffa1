import type { WaitingKind } from './waiting-places.ts'

/** Who does which work of an office; their home begins with three tiles of it. */
export type Office = 'registrar' | 'deputy' | 'accountant'

/** A tile of an office: its text is `home.office.<key>`. `kinds`: what of the waiting work it shows; none for the seats. */
type OfficeTile = { key: string; kinds: readonly WaitingKind[] }

export const officeTiles: Record<Office, readonly OfficeTile[]> = {
  registrar: [
    { key: 'numbers', kinds: ['numbers', 'proposals'] },
    { key: 'arrivals', kinds: ['imports', 'staffInvitations', 'invitations'] },
    { key: 'excuses', kinds: ['excuses'] },
  ],
  deputy: [
    { key: 'excuses', kinds: ['excuses'] },
    { key: 'letters', kinds: ['letters'] },
    { key: 'conduct', kinds: ['conduct'] },
  ],
  accountant: [
    { key: 'payments', kinds: ['payments'] },
    { key: 'seats', kinds: [] },
  ],
}

/**
 * The office of a person by what they may do: people compose rights, so the name of a role says nothing. Who ends the year leads the school
 * and sees all of its work in one list.
 */
export function officeOf(holds: (key: string) => boolean): Office | null {
  if (holds('CompleteYeare')) return null
  if (holds('DecideConduct') && holds('DecideExcuses')) return 'deputy'
  if (holds('ChangePhoneNumbers') && holds('AssignMultipleStudentsToSchool')) return 'registrar'
  if (holds('AddSchoolPayment') && !holds('ViewSchoolStudentsList')) return 'accountant'
  return null
}

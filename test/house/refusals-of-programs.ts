/** Refusals of programs that read by OneRoster, of making connections, and of sign-in with the account of a school. */
export const sentencesOfPrograms = [
  'Enter your password again',
  "Write a filter as field='value', with AND or OR between two of them",
  'These rows cannot be filtered by this field',
  'Numbers, days and moments have no parts; compare them with < and >',
  'Write a number as 12.5',
  'Write a day as 2026-11-30',
  'Write a moment as 2026-11-30T08:00:00.000Z',
  'These rows have no such field',
  'These rows cannot be sorted by this field',
  'These rows can only be read',
  'This address takes limit, offset, filter, sort, orderBy and fields alone',
  // Sign-in with the account of a school
  'Sign in with your phone number and password for this',
  'Sign in with your password again first; an account can be linked within an hour of that',
  'Enter a domain such as school.example',
  'Enter the domain of your organisation at Google',
  'A school has at most 5 providers; change one of them',
  'The provider does not answer as one; check its address',
  'The secret of this provider has to be entered again',
  'Sign in with this provider yourself first, so that nobody is locked out',
  'Staff must sign in with this provider; let them use their passwords again first',
]

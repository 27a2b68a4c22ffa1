/** The refusals that every operation shares (api.md §4). */
export const refused = {
  required: { status: 400, sentence: 'Required' },
  invalid: { status: 400, sentence: 'Invalid input' },
  signedOut: { status: 401, sentence: 'Please sign in' },
  forbidden: { status: 403, sentence: 'You are not allowed to do this' },
  notFound: { status: 404, sentence: 'Not found' },
  notActive: { status: 409, sentence: 'This school is not active' },
}

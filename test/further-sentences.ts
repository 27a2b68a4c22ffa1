/** What the product refuses with beyond the catalogue (api.md §14, §16.3): one line an operation or family of them. */
export const furtherSentences = [
  // Moving a whole class, and taking it back
  'Nobody is left to be moved',
  'A student is no longer in the new class',
  'A student already has records in the new class',
]

/** Of remarks on report cards: who wrote and read them, and what is asked. */
export const headingsOfRemarks = {
  outOf: ['Out of', 'النهاية العظمى'],
  asked: ['Asked to change', 'المطلوب تعديله'],
  language: ['Language of the card', 'لغة الشهادة'],
  formerAuthorName: ['Written before by', 'كتبه من قبل'],
  checkedByName: ['Read by', 'راجعه'],
  modifiedAt: ['Last changed', 'آخر تعديل'],
} as const

/** The column where a problem with the class, the code or a guardian is shown, if there is one. */
export function positionsIn(columns: readonly { meaning: string | null }[]) {
  const at = (...meanings: string[]) => {
    const position = columns.findIndex(({ meaning }) => meaning !== null && meanings.includes(meaning))
    return position < 0 ? null : position
  }
  return {
    className: at('className'),
    code: at('code'),
    guardian: at('phone1', 'phone2', 'phone3', 'fatherPhone', 'motherPhone'),
  }
}

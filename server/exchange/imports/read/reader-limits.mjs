/** The limits of one file, as the server passes them to this process. */
export const [heldAtMost, rowsAtMost, columnsAtMost, cellAtMost, lettersAtMost] = process.argv.slice(2).map(Number)

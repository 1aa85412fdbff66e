const mebibyte = 1_048_576

/** Of the file as it comes: far above 200,000 rows of products as Excel packs them. */
export const mostFileBytes = 20 * mebibyte

/** Rows that hold something, without the header: more is no list that a person looks after. */
export const mostRows = 200_000

/** The widest files of marketplaces have some 80. */
export const mostColumns = 100

/** Our longest text is shorter, and 100 such cells are a row that still fits into memory 500 times over. */
export const mostCellCharacters = 10_000

/**
 * Characters of all cells of a table. 200,000 rows of 12 usual columns have 48 million. A workbook can name one text in a
 * million cells, so the size of its file says nothing of that.
 */
export const mostCharacters = 64 * mebibyte

/** Of all parts of a workbook together: 200,000 rows of 12 columns are 130 MiB, a formatted empty sheet as much. */
export const mostUnpackedBytes = 300 * mebibyte

/** What is smaller unpacks at any ratio. Sheets made of nothing but empty rows were measured at 20 to 60. */
export const ratioCountsFromBytes = 16 * mebibyte
export const mostUnpackedPerPacked = 150

/** A workbook with a picture for each product is in the hundreds; each costs a look at its head. */
export const mostEntries = 1_000

/** Texts that a workbook keeps apart from its sheets. They are held in memory while a sheet is read. */
export const mostSharedStrings = 1_500_000
export const mostSharedBytes = 48 * mebibyte

/** Excel itself stops at 65,490. */
export const mostCellStyles = 100_000

/** One tag, comment or piece of text of xml. The longest that spreadsheets write are some thousand characters. */
export const mostTokenCharacters = 262_144

/** Of what is handed on at once; whichever comes first. */
export const batchRows = 500
export const batchCharacters = mebibyte

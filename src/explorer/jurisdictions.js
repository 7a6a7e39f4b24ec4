// The jurisdictions and the square of each on the map, roughly at its geographic position.

const PLACES = `
federal 5 0 United States|ak 0 0 Alaska|me 10 0 Maine|wi 5 1 Wisconsin|vt 9 1 Vermont|nh 10 1 New Hampshire
wa 0 2 Washington|id 1 2 Idaho|mt 2 2 Montana|nd 3 2 North Dakota|mn 4 2 Minnesota|il 5 2 Illinois|mi 6 2 Michigan
ny 8 2 New York|ma 9 2 Massachusetts|or 0 3 Oregon|nv 1 3 Nevada|wy 2 3 Wyoming|sd 3 3 South Dakota|ia 4 3 Iowa
in 5 3 Indiana|oh 6 3 Ohio|pa 7 3 Pennsylvania|nj 8 3 New Jersey|ct 9 3 Connecticut|ri 10 3 Rhode Island
ca 0 4 California|ut 1 4 Utah|co 2 4 Colorado|ne 3 4 Nebraska|mo 4 4 Missouri|ky 5 4 Kentucky|wv 6 4 West Virginia
va 7 4 Virginia|md 8 4 Maryland|de 9 4 Delaware|az 1 5 Arizona|nm 2 5 New Mexico|ks 3 5 Kansas|ar 4 5 Arkansas
tn 5 5 Tennessee|nc 6 5 North Carolina|sc 7 5 South Carolina|dc 8 5 District of Columbia|ok 3 6 Oklahoma
la 4 6 Louisiana|ms 5 6 Mississippi|al 6 6 Alabama|ga 7 6 Georgia|hi 0 7 Hawaii|tx 3 7 Texas|fl 8 7 Florida
gu 0 8 Guam|mp 1 8 Northern Mariana Islands|as 2 8 American Samoa|pr 9 8 Puerto Rico|vi 10 8 U.S. Virgin Islands`;

/** The id, the name, the letters on the square, and its column and row. */
export const JURISDICTIONS = PLACES.trim().split(/[|\n]/).map((place) => {
  const [, id, column, row, name] = place.match(/^(\w+) (\d+) (\d+) (.+)$/);
  const letters = id === "federal" ? "US" : id.toUpperCase();
  return { id, name, letters, column: Number(column), row: Number(row) };
});

/** The name of an id. */
export function nameOf(id) {
  return JURISDICTIONS.find((jurisdiction) => jurisdiction.id === id)?.name ?? id;
}

/** The label of an id in a list: the United States is "Federal". */
export function labelOf(id, name = nameOf(id)) {
  return id === "federal" ? "Federal" : name;
}

/** The id of a filter value, or the value in lower case if it is an alias that is not in this list. */
export function idOf(value) {
  const wanted = value.trim().toLowerCase();
  const isMeant = ({ id, name, letters }) =>
    [id, name.toLowerCase(), letters.toLowerCase(), slug(name)].includes(wanted);
  return JURISDICTIONS.find(isMeant)?.id ?? wanted;
}

function slug(name) {
  return name.toLowerCase().replaceAll(".", "").replaceAll(" ", "-");
}

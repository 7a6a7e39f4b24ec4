/*!
The subjects that stand for each tag.
*/

/// Tags, and the subjects that each stands for, in the form of [`super::normal_form`], parted by bars.
pub(in crate::import::topics) const TABLE: &[(&str, &str)] = &[
    ("abortion", "abortion* | abortions*"),
    (
        "administrative-law",
        "administrative procedure* | administrative rules* | administrative rules revision or repeal | rule making | \
         rulemaking* | regulations | regulatory | regulatory actions | state agencies rules | rules and regulations*",
    ),
    ("admiralty", "vessels | marine highway | marine facilities | boats | boats and boating* | harbors* | boating*"),
    (
        "agriculture",
        "agriculture* | agricultural* | livestock* | farming | farms | farmland* | farmers* | crops* | fertilizer* | \
         pesticides* | pesticides and herbicides | aquaculture* | department of agriculture*",
    ),
    (
        "animals",
        "animals* | animal cruel | animal lic | animal* | dogs | cats | pets | pet animals* | veterinarians* | veterinary*",
    ),
    ("antitrust", "antitrust* | trade regulations and competition | monopolies*"),
    (
        "appropriations",
        "appropriation* | appropriations* | budget | state budget* | state budgt | local budget | suppl approp | \
         state finance | state finances | special appropriations* | capital projects | budget reserve fund | \
         capital improvement projects* | expenditure ceiling | fiscal notes | public finance | state aid | \
         general fund* | balanced budget*",
    ),
    ("arbitration", "arbitration* | mediation* | dispute resolution* | mediation dispute resolution and arbitration*"),
    (
        "armed-forces",
        "military* | military affairs* | armed forces* | national guard* | department of defense* | military and veterans",
    ),
    (
        "arts-and-culture",
        "arts and antiquities | arts and cul | arts and humanities | arts | museums* | historic preservation* | \
         historic pre | historic preservation and museums | libraries* | nj history | culture and arts* | \
         recreational and cultural facilities | culture and the arts* | motion picture* | performing arts* | \
         historic property*",
    ),
    ("aviation", "aviation* | airports* | aeronautics* | aircraft* | airlines* | drones*"),
    (
        "banking",
        "banking* | banks | banks and banking* | financial institutions* | financial | credit | credit transactions | \
         loans | money transfer | consumer fin | businesses and financial institutions | mortgages* | credit unions* | \
         financial services*",
    ),
    ("bankruptcy", "bankruptcy*"),
    (
        "business-organizations",
        "corporations* | corporations and associations | corporations partnerships associations | partnerships* | \
         limited liability companies* | business organizations* | business entities* | cooperatives",
    ),
    (
        "child-welfare",
        "child abuse* | child welfare* | foster care* | adoption* | children | minors | day care* | child care* | \
         children and minors | child neglect* | minors health and safety | minors crimes against | child protection*",
    ),
    ("citizenship", "citizenship* | naturalization*"),
    (
        "civil-procedure",
        "civil procedure* | civil action | civil actions* | civil remedies and liabilities | injunctions | \
         statutes of limitations | statute of limitations* | courts civil procedure | court rules | lawsuits*",
    ),
    (
        "civil-rights",
        "civil rights* | human rights* | discrimination and human rights | human relations | rights | \
         public accommodations*",
    ),
    (
        "communications",
        "communications | telecommunications* | utilities telecommunications | broadband* | broadband networks* | \
         telephone* | telephones* | television* | radio | internet* | media | communicatio | broadcasting* | \
         email and electronic communications",
    ),
    ("congress", "congress* | united states congress*"),
    (
        "constitutional-law",
        "constitution | constitutional amendment* | constitutional amendments* | constitutional amendment proposals | \
         constitutional convention* | resolutions constitutional amendments | united states constitution* | \
         constitutional amendments statewide | state constitution*",
    ),
    (
        "consumer-protection",
        "consumer protection* | consumer affairs* | consumer aff | consumer pro | consumer rig | consumers | \
         trade practices | business and commerce trade practices | deceptive practices* | advertising | \
         unfair and deceptive practices*",
    ),
    ("contracts", "contracts"),
    ("copyright", "copyright* | copyrights*"),
    (
        "criminal-law",
        "crimes | crimes and offenses | crime | crimes against persons | crimes against property | criminal law* | \
         penal code* | criminal offenses* | criminal code* | crime victims* | crime victim | victims rights* | \
         crimes and punishment* | felonies* | misdemeanor* | trespass* | trespassing* | human trafficking*",
    ),
    (
        "criminal-procedure",
        "criminal procedure* | crim proced | bail* | criminal justice* | arrest warrants* | arrests* | prosecutors* | \
         courts prosecuting attorneys | criminal records* | expunction of records* | expungement*",
    ),
    ("cybersecurity", "cybersecurity* | computer crimes* | cyber security*"),
    ("death-penalty", "death penalty* | capital punishment*"),
    (
        "disability-rights",
        "disabilities* | disabled* | disabilities persons with | developmental disabilities* | \
         developmental disabilities persons with | devel disab | persons with disabilities* | disability* | \
         service animals*",
    ),
    (
        "disaster-relief",
        "disaster* | disasters* | disaster preparedness* | disaster preparedness and relief | emergency management* | \
         emerg mgmt | emergency and disaster services | flood | floods* | emergencies | \
         hurricane* | wildfires* | emergency preparedness*",
    ),
    ("discrimination", "discrimination* | discriminatory practices*"),
    (
        "domestic-violence",
        "domestic violence* | domestic vio | family violence* | family family violence | domestic abuse* | \
         womens shelters | protective orders*",
    ),
    (
        "drugs",
        "drugs | controlled substances* | drug abuse* | crimes drugs | marijuana* | marihuana* | \
         cannabis* | alcoholism and drug abuse | substance abuse* | mental health and substance abuse | \
         synthetic cannabinoids* | fentanyl* | opioid* | opioids* | hemp*",
    ),
    ("due-process", "due process*"),
    (
        "economic-development",
        "economic development* | economic dev | economic and industrial development | community de | enterprise zones* | \
         business and commerce enterprise zones | tourism* | planning and development | workforce development* | \
         reinvestment zones* | community development*",
    ),
    (
        "education",
        "education* | schools* | schools and education | school* | schools and school districts* | school districts* | \
         school finance* | teachers* | universities* | university* | university system | colleges* | college* | \
         higher education* | higher ed | vocational education* | vocational training* | curricula | sch boards | \
         sch faciliti | sch trans | educ finance | ed health | students* | charter schools* | foundation school program* | \
         department of education* | academic performance | community colleges* | early learning*",
    ),
    (
        "elections",
        "elections* | election* | ballot issues* | campaigns | campaign finance* | camp finance | campaign spending* | \
         political parties* | referendum | referenda | initiatives | i and r | redistricting* | campaign contributions* | \
         political contributions* | candidates* | independent citizen redistricting commission",
    ),
    ("eminent-domain", "eminent domain* | eminent | property interests eminent domain | condemnation*"),
    (
        "employment",
        "employment* | labor | labor and employment | unemployment* | unemployment insurance* | unemployment benefits* | \
         unemployment compensation* | unemployment comp | unempl comp | labor workforce development | labor general | \
         temp disab | employees | employee benefits* | employee benefits and leave | sick leave* | family leave* | \
         paid family leave* | employers* | department of labor*",
    ),
    (
        "energy",
        "energy* | oil and gas* | utilities electric | hydroelectric projects* | pipelines* | electric utilities* | \
         electricity* | geothermal* | coal* | natural gas* | solar*",
    ),
    (
        "environment",
        "environment* | environmental* | environmental protection* | environmental concerns | conservation | \
         conservation and natural resources | pollution* | solid waste* | hazardous waste* | hazardous substances* | \
         haz substanc | site remed | climate change* | open space | coastal management* | recycling* | resources | \
         natural resources* | coastal affairs and beaches | beaches | forests and forestry* | forestry* | sewage sludge* | \
         wetlands* | invasive species* | greenhouse gas* | waste reduction* | decarbonization* | carbon sequestration*",
    ),
    ("evidence", "evidence | witnesses"),
    (
        "executive-power",
        "governor* | executive branch* | executive orders* | lieutenant governor* | office of the governor*",
    ),
    (
        "family-law",
        "family law* | families | divorce* | child custody* | child custod | child support* | child suppor | \
         family child support | family parent and child | family | domestic relations* | domestic rel | guardianship* | \
         parental consent* | paternity* | conservatorship* | family court*",
    ),
    (
        "federalism",
        "federal government | federal relations* | federal rel | interstate cooperation | intergovernmental relations* | state rights*",
    ),
    ("firearms", "firearms* | firearm* | guns* | gun* | weapons | guns and weapons | gun shows*"),
    ("food-safety", "food safety*"),
    ("foreign-relations", "international relations* | international affairs* | internat aff"),
    ("fraud", "fraud* | identity theft*"),
    ("gambling", "gambling* | gaming* | casinos* | lotteries* | lottery* | horse racing* | bingo*"),
    (
        "government-ethics",
        "ethics* | conflict of interest* | lobbyists* | lobbying* | lobbyists and lobbying | local ethics | \
         financial disclosure*",
    ),
    (
        "government-operations",
        "state government* | government organization | government administration | state agencies boards and commissions | \
         state agencies* | state depts | state govt | st contracts | procurements | procurement* | public contracts* | \
         purchasing | boards and commissions* | commissions | competitive bidding* | sunset | state office | \
         state officers* | state and state officers | public procurement* | state departments* | audits | \
         audits and auditors | legislature* | legislators* | legislative procedure* | legislative committees* | \
         legislative agencies* | legislature interim studies | resolutions rules | open meetings* | public meetings* | \
         sunshine law* | state auditor*",
    ),
    (
        "health",
        "health | health care* | healthcare* | health care services* | health services* | health care providers* | health and social services | \
         hospitals* | nurses* | nursing homes* | nursing | physicians* | medical care* | medicine* | medical services* | \
         health fac | health finan | health prof | dentists* | pharmacists* | pharmaceutic | pharmacies and pharmacists | \
         pharmacy* | prescription drugs* | medicine and prescription drugs | health general | health facilities* | \
         emergency medical services* | emergency services and personnel | health other diseases and medical conditions | \
         health emergency services and personnel | telehealth* | midwives* | residential care | residential care* | \
         long term care* | department of health* | pregnancy and childbirth* | informed consent* | dental* | medical*",
    ),
    (
        "health-insurance",
        "health insurance* | health insur | insurance life health and accident | health maintenance organizations* | managed care*",
    ),
    ("homicide", "homicide* | murder*"),
    (
        "housing",
        "housing* | afford hous | affordable housing* | housing fin | homelessness* | homeless* | condos | condominiums* | \
         condominium* | property owners association* | homeowners associations* | manufactured homes* | \
         property owners and homeowners associations | property interests property owners association",
    ),
    ("immigration", "immigration* | immigrants* | aliens | refugees*"),
    ("insurance", "insurance* | auto insur | motor vehicle insurance* | property insurance* | insurers*"),
    (
        "judiciary",
        "courts* | courts and judges | judiciary* | judges* | judges and justices | court admin | magistrates* | \
         justice of the peace* | attorneys | lawyers* | attorney general | indigent legal services",
    ),
    ("jury-trial", "juries and jurors | courts juries | jury duty* | juries* | jurors*"),
    (
        "juvenile-justice",
        "juvenile justice* | juvenile jus | minors juvenile justice | juvenile boards and officers | juvenile courts* | juvenile*",
    ),
    (
        "labor-unions",
        "labor unions* | labor relations* | collective bargaining* | labor management relations* | unions",
    ),
    (
        "landlord-tenant",
        "landlord* | landlords* | tenant* | tenants* | landlord and tenant* | landlord tenant* | property interests landlord and tenant | rental housing*",
    ),
    (
        "law-enforcement",
        "law enforcement* | police* | public safety* | pub safety | sheriffs* | constables* | fire fighters and police* | \
         fire fighters and police general",
    ),
    ("lgbtq-rights", "sexual orientation* | gender identity* | gender identity and expression | homosexuality"),
    (
        "local-government",
        "local government* | loc govt | counties* | counties and municipalities | cities and towns* | city officers | \
         city finance | county finance | county officers | local finance | local office | local cont | local prop | \
         municipalities* | municipaliti | municipal* | city government* | county government* | political subdivisions* | \
         auth local | special districts and authorities* | special districts* | county | unorganized borough | \
         local government fiscal impact | zoning* | neighborhood boards*",
    ),
    ("marriage", "marriage* | marriages*"),
    ("medicaid", "medicaid* | med quest* | human services medical assistance"),
    ("medicare", "medicare*"),
    (
        "mental-health",
        "mental health* | mental healt | mental illness* | mental illness or incapacity | civil commitment* | behavioral health*",
    ),
    ("mining", "mining* | minerals* | mining and minerals* | mines and mineral resources | mineral resources* | mines"),
    (
        "motor-vehicles",
        "motor vehicles* | motor vehicle* | motor vehicl | motor vehicles and traffic* | mv offenses | mv regulatio | \
         vehicles and traffic* | traffic regulations* | traffic safe | dui | traffic safety* | com vehicles | \
         drivers licenses* | driving under the influence* | electric vehicles* | towing* | speed limits* | \
         recreational and all terrain vehicles | vehicle registration*",
    ),
    ("national-security", "homeland security* | homeland sec | terrorism*"),
    (
        "native-americans",
        "indians | native americans* | alaska natives* | native organizations | tribes* | tribal* | native hawaiian* | \
         native hawaiians* | hawaiian homes* | hawaiian home lands* | office of hawaiian affairs* | indian affairs*",
    ),
    (
        "nonprofits",
        "nonprofit organizations* | nonprofits* | charitable* | charities* | charitable and nonprofit organizations | nonprofit*",
    ),
    ("occupational-safety", "labor health and safety | occupational safety*"),
    ("organized-crime", "organized crime*"),
    (
        "pensions",
        "retirement* | retirement systems* | pensions* | pensions pol | pensions pub | pensions tea | employees retirement system*",
    ),
    ("postal-service", "postal service*"),
    (
        "prisons",
        "corrections* | corrections jails and prisons | prisons* | incarceration* | inmates* | parole* | jails* | \
         correctional* | correctional facilities*",
    ),
    ("privacy", "privacy* | protection of personal information | personal information* | data privacy*"),
    ("product-liability", "product liability* | product safe"),
    (
        "professional-licensing",
        "occupational licensing boards | occupational licensing* | occupational regulation* | professions | \
         professions and occupations* | occupations and professions | licensing | professional licensing* | \
         professions and occupations a d | professions and occupations e n | professions and occupations o z | licensure* | \
         continuing education*",
    ),
    (
        "property",
        "property | real property* | real estate* | property interests* | land | land use* | easements* | liens* | \
         homesteads* | land court* | platting* | foreclosure*",
    ),
    (
        "public-employees",
        "public employees* | public officers and employees | public officers* | state employees* | pub employee | \
         pub emp bene | civil svc | civil service* | public employment* | state and county employees*",
    ),
    (
        "public-health",
        "public health* | disease* | diseases* | smoking* | tobacco* | cigarettes and tobacco | immunizations* | vaccinations* | sanitation* | tobacco products* | electronic smoking devices* | water fluoridation*",
    ),
    (
        "public-lands",
        "public lands* | public land* | state lands* | parks and recreation* | recreation parks sports | parks | state parks* | parks and wildlife parks | public lands buildings and resources",
    ),
    ("public-records", "public records* | pub records | open records* | government records* | records management*"),
    ("public-utilities", "utilities* | public utilities* | public util | pub util tax | public utilities commission*"),
    (
        "public-works",
        "public works* | infrastructure* | construction | highways* | highways and roads* | roads* | toll roads* | \
         buildings and building regulations | constr codes | state buildings* | building codes*",
    ),
    ("railroads", "railroad* | railroads* | freight rail | rail"),
    ("religious-freedom", "religion* | religious freedom* | religious organizations*"),
    ("right-to-counsel", "public defender* | criminal procedure defense counsel | public defenders*"),
    (
        "science-and-technology",
        "science and technology* | sci and tech | information technology* | electronic information systems | artificial intelligence* | data processing | computers and software | computers* | research and development* | technology",
    ),
    ("securities", "securities* | securities and securities regulation"),
    (
        "sentencing",
        "sentencing* | probation* | criminal procedure sentencing and punishment | parole probation and pardons* | corrections parole probation and pardons",
    ),
    ("separation-of-powers", "separation of powers*"),
    (
        "sex-offenses",
        "sex offend | sex offenders* | sexual assault* | crimes against persons sexual | sexual offenses* | prostitution* | sex trafficking* | sexual exploitation* | pornography",
    ),
    (
        "small-business",
        "small business* | small businesses* | business and commerce small business and minority business | micro businesses",
    ),
    ("social-security", "social security*"),
    (
        "social-welfare",
        "social services* | public assistance* | pub assist | human svcs | human services* | welfare* | \
         human services food programs | senior citizens* | sr citizens | aging | supplemental nutrition assistance program* | \
         snap | elder affairs* | elder abuse*",
    ),
    (
        "sovereign-immunity",
        "state other government levels immunity from suit | sovereign immunity* | claims against the state*",
    ),
    ("sports", "sports* | athletics* | amusements games sports | boxing*"),
    (
        "tax",
        "taxation* | tax* | taxes* | taxation and revenue | property tax* | sales tax* | income tax* | alco taxes | \
         bus taxes | revenue | revenue state | revenue local | excise tax* | tax credit* | assessments | department of taxation*",
    ),
    ("theft", "theft*"),
    ("torts", "torts* | liability | personal inj | personal injury* | medical malpractice*"),
    (
        "transportation",
        "transportation* | transport | trans plan | public trans | mass transit* | public transportation* | transportation mass transit | motor carriers* | transportation network companies*",
    ),
    ("veterans", "military and veterans | veterans* | veteran* | disabled veterans* | purple heart*"),
    ("voting-rights", "voting* | elections registration and suffrage | voter registration* | voters*"),
    ("wages", "wages* | wages and salaries | minimum wage* | labor wages | prevailing wages* | wage*"),
    (
        "water",
        "water | water supply* | wastewater* | utilities water and sewer | water quality* | environment water | drinking water* | \
         water resources* | water conservation* | water rights* | groundwater* | water code* | \
         special districts and authorities groundwater conserve dist | special districts and authorities water and utility | \
         special districts and authorities river authorities | water systems* | water pollution*",
    ),
    (
        "wildlife",
        "fish and wildlife* | fish and game* | wildlife* | fish | fishing* | parks and wildlife* | hunting* | fisheries* | \
         subsistence | limited entry | aquatic resources*",
    ),
    ("wills-and-estates", "wills* | estates and trusts | estates | trusts | probate* | wills and estates*"),
    ("women", "women | womens rights* | status of women*"),
    ("workers-compensation", "workers compensation* | workers comp*"),
];

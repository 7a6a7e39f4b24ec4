"""The codes of the states and territories, and the names that people write for them, without "Ann.", publishers and years.

Facts from the Bluebook's table T1, and from the names that the codes give themselves. reporters.py writes them to the table.
"""

import re

SECTION = "R §s|R S"
SECTION_OF_INITIALS = "R S|R §S"
SECTION_ALONE = "R §?s"
TITLE = "R 'tit.' m, §?s|R 'tit.' m §s|R 'title' m, §s|R 'title' m §s|m R §?s"
TITLE_FIRST = "m R §?s|R 'tit.' m, §?s|R 'tit.' m §s|R 'title' m, §s|R 'title' m §s"
CHAPTER = "R 'ch.' m, §?s|R 'ch.' m §s|R 'c.' m, §?s|R 'c.' m §s|R 'chapter' m, §s|R 'chapter' m §s"
ACT = "n R n/s|n R n / s|n R §n/s"
ARTICLE = "R 'art.' s|R 'arts.' s|R 'art' s|R 'article' s"

CODES = [
    ("Ala. Code", SECTION, "Alabama Code|Code of Alabama|Code of Ala."),
    ("Alaska Stat.", SECTION, "Alaska Statutes|A.S.|AS"),
    ("Ariz. Rev. Stat.", SECTION, "Arizona Revised Statutes|A.R.S.|ARS"),
    ("Ark. Code Ann.", SECTION, "Ark. Code|Arkansas Code|A.C.A.|ACA"),
    ("Colo. Rev. Stat.", SECTION, "Colorado Revised Statutes|C.R.S.|CRS"),
    ("Conn. Gen. Stat.", SECTION, "Connecticut General Statutes|General Statutes of Connecticut|C.G.S.|CGS|C.G.S.A."),
    ("D.C. Code", SECTION, "D.C. Official Code|D.C. Off. Code|District of Columbia Code|District of Columbia Official Code|DC Code"),
    ("Del. Code Ann.", TITLE, "Del. Code|Del. C.|Delaware Code"),
    ("Fla. Stat.", SECTION, "Florida Statutes|Fla. Statutes|Florida Stat.|F.S.|FS|F.S.A."),
    ("Ga. Code Ann.", SECTION, "Ga. Code|Georgia Code|Official Code of Georgia|O.C.G.A.|OCGA"),
    ("Guam Code", TITLE_FIRST, "G.C.A.|GCA"),
    ("Haw. Rev. Stat.", SECTION, "Hawaii Revised Statutes|Hawai'i Revised Statutes|Hawaii Rev. Stat.|H.R.S.|HRS"),
    ("Idaho Code", SECTION, "I.C.|IC|I.C.A."),
    ("Ill. Comp. Stat.", ACT, "Illinois Compiled Statutes|ILCS|I.L.C.S."),
    ("Ind. Code", SECTION, "Indiana Code|I.C.|IC"),
    ("Iowa Code", SECTION, "Code of Iowa|I.C.A."),
    ("Kan. Stat. Ann.", SECTION, "Kan. Stat.|Kansas Statutes|K.S.A.|KSA"),
    ("Ky. Rev. Stat. Ann.", SECTION, "Ky. Rev. Stat.|Kentucky Revised Statutes|K.R.S.|KRS"),
    ("La. Civ. Code", ARTICLE, "Louisiana Civil Code|La. Civil Code|La. Civ. Code Ann.|La. C.C.|LSA-C.C."),
    ("La. Stat. Ann.", SECTION, "La. Stat.|La. Rev. Stat.|Louisiana Revised Statutes|La. R.S.|LSA-R.S."),
    ("Mass. Gen. Laws", CHAPTER, "Massachusetts General Laws|Mass. General Laws|Mass. G.L.|Mass. Ann. Laws|M.G.L.|MGL|M.G.L.A.|G.L.|GL"),
    ("Me. Rev. Stat.", TITLE, "Me. Stat.|Maine Revised Statutes|M.R.S.|M.R.S.A.|MRSA"),
    ("Mich. Comp. Laws", SECTION, "Mich. Comp. Laws Serv.|Michigan Compiled Laws|M.C.L.|MCL|M.C.L.A.|MCLA|MCLS"),
    ("Minn. Stat.", SECTION, "Minnesota Statutes|Minn. Statutes|M.S.A."),
    ("Miss. Code Ann.", SECTION, "Miss. Code|Mississippi Code"),
    ("Mo. Rev. Stat.", SECTION, "Missouri Revised Statutes|Revised Statutes of Missouri|Mo. Stat.|Mo. Ann. Stat.|RSMo|R.S.Mo.|V.A.M.S."),
    ("Mont. Code Ann.", SECTION, "Mont. Code|Montana Code|M.C.A.|MCA"),
    ("N.C. Gen. Stat.", SECTION, "North Carolina General Statutes|General Statutes of North Carolina|N.C.G.S.|NCGS|N.C.G.S.A.|G.S."),
    ("N.D. Cent. Code", SECTION, "North Dakota Century Code|N.D.C.C.|NDCC"),
    ("N.H. Rev. Stat.", SECTION, "New Hampshire Revised Statutes|N.H. R.S.A.|N.H. RSA|R.S.A.|RSA"),
    ("N.J. Stat.", SECTION, "New Jersey Statutes|New Jersey Revised Statutes|N.J. Rev. Stat.|N.J.S.A.|NJSA|N.J.S.|NJS"),
    ("N.M. Stat.", SECTION, "New Mexico Statutes|N.M.S.A.|NMSA"),
    ("Neb. Rev. Stat.", SECTION, "Nebraska Revised Statutes|Nebraska Revised Statute|Neb. Stat."),
    ("Nev. Rev. Stat.", SECTION, "Nevada Revised Statutes|N.R.S.|NRS"),
    ("Ohio Rev. Code", SECTION, "Ohio Revised Code|Ohio R.C.|R.C.|O.R.C.|ORC"),
    ("Okla. Stat.", TITLE, "Oklahoma Statutes|O.S.|O.S.A."),
    ("Or. Rev. Stat.", SECTION, "Oregon Revised Statutes|Ore. Rev. Stat.|O.R.S.|ORS"),
    ("P.R. Laws", TITLE, "Laws of Puerto Rico|P.R. Leyes|P.R. Leyes An.|L.P.R.A.|LPRA"),
    ("Pa. Cons. Stat.", TITLE_FIRST, "Pennsylvania Consolidated Statutes|Pa. Consol. Stat.|Pa. Stat. and Cons. Stat.|Pa. C.S.|Pa. C.S.A."),
    ("R.I. Gen. Laws", SECTION, "Rhode Island General Laws|General Laws of Rhode Island|R.I.G.L.|RIGL|G.L."),
    ("S.C. Code", SECTION, "South Carolina Code|South Carolina Code of Laws|Code of Laws of South Carolina|S.C. Code of Laws"),
    ("S.D. Codified Laws", SECTION, "South Dakota Codified Laws|S.D.C.L.|SDCL"),
    ("Tenn. Code", SECTION, "Tennessee Code|T.C.A.|TCA"),
    ("Utah Code", SECTION, "U.C.A.|UCA"),
    ("V.I. Code", TITLE, "Virgin Islands Code|V.I.C."),
    ("Va. Code", SECTION, "Virginia Code|Code of Virginia|Code of Va."),
    ("Vt. Stat.", TITLE, "Vermont Statutes|Vt. Statutes|V.S.A."),
    ("W. Va. Code", SECTION, "West Virginia Code|Code of West Virginia|WV Code"),
    ("Wash. Rev. Code", SECTION, "Revised Code of Washington|Washington Revised Code|R.C.W.|RCW|RCWA"),
    ("Wis. Stat.", SECTION, "Wisconsin Statutes|Wis. Stats.|W.S.A."),
    ("Wyo. Stat.", SECTION, "Wyoming Statutes|Wyo. Stats.|W.S."),
]

# The abbreviations of the words of subjects; the first is the Bluebook's.
ABBREVIATIONS = {
    "Administration": ["Admin."], "Agricultural": ["Agric."], "Agriculture": ["Agric."], "Alcoholic": ["Alco."],
    "Associations": ["Ass'ns"], "Authorities": ["Auth."], "Beverage": ["Bev."], "Business": ["Bus."], "Civil": ["Civ."],
    "Commerce": ["Com.", "Comm."], "Commercial": ["Com."], "Community": ["Cmty."], "Conservation": ["Conserv."],
    "Construction": ["Constr."], "Corporation": ["Corp."], "Corporations": ["Corps."], "Correction": ["Correct."],
    "Correctional": ["Corr."], "Courts": ["Cts."], "Criminal": ["Crim."], "Development": ["Dev."], "Domestic": ["Dom."],
    "Economic": ["Econ."], "Education": ["Educ.", "Ed."], "Election": ["Elec."], "Elections": ["Elec."],
    "Employment": ["Empl."], "Environment": ["Env't"], "Environmental": ["Envtl."], "Estates": ["Est."],
    "Evidence": ["Evid."], "Executive": ["Exec."], "Family": ["Fam."], "Finance": ["Fin."], "Financial": ["Fin."],
    "General": ["Gen."], "Government": ["Gov't", "Gov.", "Govt."], "Highway": ["High."], "Highways": ["High."],
    "Housing": ["Hous."], "Human": ["Hum."], "Hygiene": ["Hyg."], "Institutions": ["Inst."], "Insurance": ["Ins."],
    "Judicial": ["Jud."], "Judiciary": ["Jud."], "Labor": ["Lab."], "Liability": ["Liab."], "Local": ["Loc."],
    "Markets": ["Mkts."], "Military": ["Mil."], "Multiple": ["Mult."], "Municipal": ["Mun."], "Natural": ["Nat."],
    "Navigation": ["Nav."], "Obligations": ["Oblig."], "Occupations": ["Occ."], "Officers": ["Off."],
    "Organizations": ["Orgs."], "Penal": ["Pen."], "Personal": ["Pers."], "Personnel": ["Pers."], "Practice": ["Prac."],
    "Probate": ["Prob."], "Procedure": ["Proc."], "Proceedings": ["Proc."], "Professions": ["Prof."],
    "Property": ["Prop."], "Public": ["Pub."], "Regulation": ["Reg."], "Relations": ["Rel."], "Remedies": ["Rem."],
    "Resources": ["Res."], "Revenue": ["Rev."], "Safety": ["Safety", "Saf."], "Service": ["Serv."], "Services": ["Servs.", "Serv."],
    "Social": ["Soc."], "Streets": ["Sts."], "Taxation": ["Tax."], "Traffic": ["Traf."], "Transportation": ["Transp."],
    "Unemployment": ["Unemp."], "Utilities": ["Util."], "Vehicle": ["Veh."], "Welfare": ["Welf."],
}

# The codes by subject of a state: the pattern of its usual name, the pattern of its spellings, and the subjects, each
# perhaps with its usual abbreviation. Braces hold the alternatives of a spelling; a tilde stands before one without the
# state.
SUBJECT_CODES = [
    ("Cal. SUBJECT Code", "{Cal./California/Calif./CA} SUBJECT Code|~SUBJECT Code", """
        Business and Professions; Civil; Civil Procedure=Civ. Proc.; Commercial; Corporations; Education; Elections; Evidence;
        Family; Financial; Fish and Game; Food and Agricultural; Government=Gov.; Harbors and Navigation; Health and Safety;
        Insurance; Labor; Military and Veterans; Penal=Penal; Probate; Public Contract; Public Resources; Public Utilities;
        Revenue and Taxation; Streets and Highways; Unemployment Insurance; Vehicle; Water; Welfare and Institutions"""),
    ("Tex. SUBJECT Code", "{Tex./Texas/TX} SUBJECT Code|~SUBJECT Code|Tex. Code Ann., SUBJECT{/ Code}", """
        Agriculture; Alcoholic Beverage; Business and Commerce; Business Organizations; Civil Practice and Remedies;
        Education; Election; Estates; Family; Finance; Government; Health and Safety; Human Resources; Insurance; Labor;
        Local Government; Natural Resources; Occupations; Parks and Wildlife; Penal=Penal; Probate; Property; Tax;
        Transportation; Utilities; Water"""),
    ("N.Y. SUBJECT Law", "{N.Y./New York/NY} SUBJECT Law|~SUBJECT Law", """
        Agriculture and Markets; Alcoholic Beverage Control; Banking; Business Corporation; Civil Rights; Civil Service;
        Correction; Criminal Procedure; Debtor and Creditor; Domestic Relations; Education; Election; Energy;
        Environmental Conservation; Estates, Powers and Trusts=Est. Powers & Trusts; Executive; General Business;
        General City; General Construction; General Municipal; General Obligations; Highway; Insurance; Judiciary;
        Labor=Labor; Lien; Limited Liability Company; Local Finance; Mental Hygiene=Mental Hyg.; Military; Multiple Dwelling;
        Municipal Home Rule; Navigation; Not-for-Profit Corporation; Partnership; Penal=Penal; Personal Property;
        Public Authorities; Public Health; Public Housing; Public Officers; Public Service; Railroad; Real Property;
        Real Property Tax; Social Services=Soc. Serv.; State Finance; Tax; Town; Transportation; Vehicle and Traffic;
        Village; Workers' Compensation"""),
    ("Md. Code Ann., SUBJECT", "{Md./Maryland} Code{ Ann.,/,/ Ann./} SUBJECT{/ Article}|{Md./Maryland} SUBJECT Code|~SUBJECT{ Article/ Art.}", """
        Agriculture; Business Occupations and Professions; Business Regulation; Commercial Law; Corporations and Associations;
        Correctional Services; Courts and Judicial Proceedings; Criminal Law; Criminal Procedure; Economic Development;
        Education; Election Law; Environment; Estates and Trusts; Family Law; Financial Institutions; General Provisions;
        Health-General; Health Occupations; Housing and Community Development; Human Services; Insurance;
        Labor and Employment; Land Use; Local Government; Natural Resources; Public Safety; Public Utilities; Real Property;
        State Finance and Procurement; State Government; State Personnel and Pensions; Tax-General; Tax-Property;
        Transportation"""),
]

# Spellings that follow no pattern, by the usual name.
MORE_SPELLINGS = {
    "Cal. Civ. Proc. Code": "~Code Civ. Proc.|~Code of Civil Procedure|Cal. Code Civ. Proc.|Cal. Code of Civ. Proc.|California Code of Civil Procedure|Cal. Code Civil Proc.",
    "N.Y. Crim. Proc. Law": "N.Y. C.P.L.|N.Y. CPL",
    "N.Y. Est. Powers & Trusts Law": "N.Y. E.P.T.L.|N.Y. EPTL|EPTL|E.P.T.L.|New York Estates, Powers, and Trusts Law",
    "N.Y. Gen. Bus. Law": "N.Y. GBL",
}

# Codes by subject with a name of their own.
MORE_SUBJECT_CODES = [
    ("N.Y. C.P.L.R.", SECTION_ALONE, "N.Y. CPLR|NY CPLR|C.P.L.R.|CPLR|New York Civil Practice Law and Rules|N.Y. Civ. Prac. L. & R."),
    ("N.Y. Fam. Ct. Act", SECTION_ALONE, "New York Family Court Act|N.Y. Family Court Act|N.Y. F.C.A."),
    ("N.Y. Surr. Ct. Proc. Act", SECTION_ALONE, "N.Y. S.C.P.A.|N.Y. SCPA|SCPA|New York Surrogate's Court Procedure Act"),
    ("N.Y. Real Prop. Acts. Law", SECTION_ALONE, "N.Y. RPAPL|RPAPL|New York Real Property Actions and Proceedings Law"),
    ("Tex. Code Crim. Proc.", ARTICLE, "Tex. Code Crim. Proc. Ann.|Texas Code of Criminal Procedure|Tex. Code of Crim. Proc."),
]


def alternatives(word):
    ways = {"and": ["&", "and"]}.get(word) or list(dict.fromkeys([*ABBREVIATIONS.get(word, []), word]))
    return "{" + "/".join(ways) + "}" if len(ways) > 1 else word


def subject_codes():
    for name, spelled, subjects in SUBJECT_CODES:
        for given in subjects.split(";"):
            subject, _, usual = " ".join(given.split()).partition("=")
            words = subject.split(" ")
            usual = usual or " ".join({"and": "&"}.get(word) or ABBREVIATIONS.get(word, [word])[0] for word in words)
            name_of_code = name.replace("SUBJECT", usual)
            ways = spelled.replace("SUBJECT", " ".join(map(alternatives, words)))
            more = MORE_SPELLINGS.get(name_of_code)
            yield name_of_code, SECTION_ALONE, ways + (f"|{more}" if more else "")


def codes():
    for name, forms, spellings in CODES:
        # Initials are also those of former codes, whose sections have no parts: `R.C. § 409`.
        is_of_initials = {one: not re.search("[a-z]", one) for one in spellings.split("|")}
        names = [one for one, is_initials in is_of_initials.items() if forms != SECTION or not is_initials]
        yield name, forms, "|".join(names)
        if len(names) < len(is_of_initials):
            yield name, SECTION_OF_INITIALS, "|".join(one for one in is_of_initials if one not in names)
    yield from MORE_SUBJECT_CODES
    yield from subject_codes()
